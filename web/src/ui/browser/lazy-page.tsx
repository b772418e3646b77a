import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, lazy, useEffect, useState } from 'react'

/** How long the script of a page may take to load (spec §9). */
const PAGE_TIMEOUT_MS = 120_000

/** The script of a page failed to load: `type` says how, `address` which one. */
export class PageLoadFailure extends Error {
  readonly type: 'timeout' | 'error'
  readonly address: string

  constructor(type: 'timeout' | 'error', address: string, cause?: unknown) {
    super(`Loading a page failed. (${type}: ${address})`, { cause })
    this.name = 'PageLoadFailure'
    this.type = type
    this.address = address
  }
}

/**
 * A page, or an essential part of one, whose script is loaded when it is first rendered, or before (`preload`):
 * `lazyPage(() => import('…/login/page.tsx'), 'LoginPage')`.
 * If that fails or takes too long, logs the type and address to the console (spec §8) and throws a `PageLoadFailure`
 * to the error boundary above. Once the connection is back, opening the page loads it again.
 */
export const lazyPage = <N extends string, P extends object = object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
) => preloadable(async () => (await loadOrReport(load))[name])

/** The same for a part that a page works without: a fallback is rendered until its script, if it failed to load, is there. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ComponentType<P> = () => null,
) => preloadable(() => loadOrReport(load).catch(() => createRetriedPart(load, fallback)))

/** Loads the part again, at once and whenever the connection is back: it may stay as long as the tab. */
function createRetriedPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ComponentType<P>,
): ComponentType<P> {
  let loaded = fallback
  return function RetriedPart(props: P) {
    const [Chosen, setChosen] = useState(() => loaded)
    useEffect(() => {
      const retry = () =>
        void load().then(
          part => {
            loaded = part
            setChosen(() => part)
          },
          () => {},
        )
      retry()
      return onlineManager.subscribe(isOnline => isOnline && retry())
    }, [])
    return <Chosen {...props} />
  }
}

const preloaders = new Map<unknown, () => Promise<unknown>>()

/** Loads the script of a component of `lazyPage` or `lazyPart`, so that it renders at once. Does nothing for others. */
export const preload = (component: unknown) => preloaders.get(component)?.()

/** Loads all of them, with those that they bring, so that a page renders at once (start/render.tsx). */
export async function preloadAll(): Promise<void> {
  const loaded = new Set<unknown>()
  while (loaded.size < preloaders.size)
    for (const [component, load] of preloaders)
      if (!loaded.has(component)) {
        loaded.add(component)
        await load()
      }
}

function preloadable<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  let loaded: ComponentType<P> | undefined
  let Lazy = lazy(loadOnce)
  function loadOnce() {
    loading ??= load().then(component => {
      loaded = component
      return { default: component }
    }, failUntilConnected)
    return loading
  }
  /** React keeps a failure for ever, so what is opened once the connection is back needs another `lazy`. */
  function failUntilConnected(error: unknown): never {
    const end = onlineManager.subscribe(isOnline => {
      if (!isOnline) return
      end()
      loading = undefined
      Lazy = lazy(loadOnce)
    })
    throw error
  }
  function Part(props: P) {
    // Chosen once, as a change would remount the part.
    const [Chosen] = useState<ComponentType<P> | typeof Lazy>(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  preloaders.set(Part, loadOnce)
  return Part
}

const loadOrReport = <T,>(load: () => Promise<T>) =>
  loadInTime(load).catch((error: unknown) => {
    const failure = error instanceof PageLoadFailure ? error : failureOf(error, load)
    console.error(failure.message, { type: failure.type, address: failure.address })
    throw failure
  })

function loadInTime<T>(load: () => Promise<T>) {
  return new Promise<T>((resolve, reject) => {
    const timeOut = () => reject(new PageLoadFailure('timeout', addressOf(load)))
    const timer = setTimeout(timeOut, PAGE_TIMEOUT_MS)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** The browser's error names the script that failed, which may be an import of the page's own script. */
function failureOf(error: unknown, load: () => unknown) {
  const namedScript = /\S+\.(?:js|css|tsx?)\S*$/.exec(error instanceof Error ? error.message : '')?.[0]
  return new PageLoadFailure('error', namedScript ?? addressOf(load), error)
}

/** The hashed address is only known from the source text of the import function. */
function addressOf(load: () => unknown) {
  const specifier = /import\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1]
  const here = import.meta.url
  return specifier ? new URL(specifier, here).href : String(load)
}
