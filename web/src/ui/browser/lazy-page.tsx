import { type ComponentType, lazy } from 'react'

/** How long the script of a page may take to load (spec §9). */
export const PAGE_TIMEOUT_MS = 120_000

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
 * A page, or an essential part of one, whose script is loaded when it is first rendered:
 * `lazyPage(() => import('…/login.tsx'), 'LoginPage')`.
 * If that fails or takes too long, logs the type and address to the console (spec §8) and throws a `PageLoadFailure`
 * to the error boundary above.
 */
export const lazyPage = <N extends string, P = object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
) => lazy<ComponentType<P>>(async () => ({ default: (await loadOrReport(load))[name] }))

/** The same for a part that a page works without: if its script fails to load, a fallback is rendered. */
export const lazyPart = <P,>(
  load: () => Promise<ComponentType<P>>,
  fallback: ComponentType<P> = () => null,
) => lazy<ComponentType<P>>(async () => ({ default: await loadOrReport(load).catch(() => fallback) }))

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
