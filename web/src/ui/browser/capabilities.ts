/*
 * What a browser may refuse: whoever blocks cookies blocks storage, locks and caches with them, and some browsers throw
 * where others reject. Everything here gives undefined then, or does nothing; asking again would be refused again.
 */

/** Uses a storage. @returns undefined also if there is no room */
export const withStorage = <R>(
  name: 'localStorage' | 'sessionStorage',
  use: (storage: Storage) => R,
): R | undefined => ask(() => use(window[name]))

/** A channel to the other tabs. */
export const openChannel = (name: string): BroadcastChannel | undefined =>
  ask(() => new BroadcastChannel(name))

/** The locks that the tabs share. Pages over http have none, except on this machine. A request may still be refused. */
export const findLocks = (): LockManager | undefined => ask(() => navigator.locks)

/** The service workers of the site. A registration may still be refused. */
export const findServiceWorkers = (): ServiceWorkerContainer | undefined => ask(() => navigator.serviceWorker)

export const findCookie = (name: string): string | undefined =>
  ask(() => document.cookie)
    ?.split('; ')
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Stores a cookie of the whole site; it is deleted if its lifetime is 0. */
export const saveCookie = (name: string, value: string, lifetimeS: number): void =>
  ask(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers have no Cookie Store.
    document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetimeS}; SameSite=Lax`
  })

/** Whether cookies are stored. Tries it, as `navigator.cookieEnabled` does not know of a setting for one site. */
export function storesCookies(): boolean {
  saveCookie('stores-cookies', 'yes', 60)
  const isStored = findCookie('stores-cookies') === 'yes'
  saveCookie('stores-cookies', '', 0)
  return isStored
}

function ask<R>(use: () => R): R | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
