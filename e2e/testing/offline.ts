import { click } from './click.ts'
import type { Visitor } from './visitor.ts'

/** The cache entries of offline access, as `cache: /path`. */
export const SAVED_LIST = 'kept-blood-requests: /api/blood-requests'
export const SAVED_USER = 'offline-access: /offline-access/chosen-by'

/** All cache entries except the files of the build, as `cache: /path`. */
export const savedEntriesOf = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const isOfBuild = name.startsWith('workbox-precache') && /\/(assets\/|offline\?)/.test(url)
        if (!isOfBuild) found.push(`${name}: ${new URL(url).pathname}`)
      }
    return found.sort()
  })

/** The cached files of the build, as paths with their revision. */
export const builtFilesOf = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find(name => name.startsWith('workbox-precache'))
    const requests = name ? await (await caches.open(name)).keys() : []
    return requests.map(({ url }) => url.replace(location.origin, ''))
  })

export const workersOf = ({ page }: Visitor): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** Expects lost requests, which happen while a visitor is offline. */
export function expectLostRequests(visitor: Visitor): void {
  visitor.expects(/^lost GET /)
}

/** Disconnects a visitor from the network, or connects them again. */
export const setOffline = ({ context }: Visitor, isOffline: boolean): Promise<void> =>
  context.setOffline(isOffline)

/** Turns on offline access, starting from the account. */
export async function turnOnOfflineAccess(visitor: Visitor): Promise<void> {
  await visitor.open('/account')
  await click(visitor.page.getByRole('link', { name: /^Offline/ }))
  await visitor.press('Turn on offline access')
  await visitor.sees('Offline access is on.')
}
