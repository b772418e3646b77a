import { type ComponentType, lazy } from 'react'

/** How long a page's script may take (spec §9). */
export const PAGE_TIME_OUT_MS = 120_000

/** The script of a page did not come: `type` says how, `address` which one. */
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
 * A page, or what a page cannot do without, whose script is loaded when it is first shown:
 * `lazyPage(() => import('../../pages/login.tsx'), 'LoginPage')`.
 * When that fails or takes too long, the console is told the type and address (spec §8), and the error
 * boundary above is given a `PageLoadFailure`.
 */
export const lazyPage = <N extends string, P = object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
) => lazy<ComponentType<P>>(async () => ({ default: (await loadOrReport(load))[name] }))

/** The same for a part that a page can do without: when its script does not come, something else stands there. */
export const lazyPart = <P,>(
  load: () => Promise<ComponentType<P>>,
  otherwise: ComponentType<P> = () => null,
) => lazy<ComponentType<P>>(async () => ({ default: await loadOrReport(load).catch(() => otherwise) }))

const loadOrReport = <T,>(load: () => Promise<T>) =>
  loadInTime(load).catch((error: unknown) => {
    const failure = error instanceof PageLoadFailure ? error : failureOf(error, load)
    console.error(failure.message, { type: failure.type, address: failure.address })
    throw failure
  })

function loadInTime<T>(load: () => Promise<T>) {
  return new Promise<T>((resolve, reject) => {
    const timeOut = () => reject(new PageLoadFailure('timeout', addressOf(load)))
    const timer = setTimeout(timeOut, PAGE_TIME_OUT_MS)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** The browser's error names the script that failed, which may be one that the page's own script asks for. */
function failureOf(error: unknown, load: () => unknown) {
  const named = /\S+\.(?:js|css|tsx?)\S*$/.exec(error instanceof Error ? error.message : '')?.[0]
  return new PageLoadFailure('error', named ?? addressOf(load), error)
}

/** Only the import itself knows its hashed address, and shows it in its own text. */
function addressOf(load: () => unknown) {
  const specifier = /import\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1]
  const here = import.meta.url
  return specifier ? new URL(specifier, here).href : String(load)
}
