import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests'
import { call } from '../../api/call.ts'
import { deleteOfflineCache } from '../../offline/offline-cache.ts'
import {
  findOfflineUser,
  openOfflineCache,
  saveOfflineList,
  saveOfflineUser,
} from '../../offline/offline-list.ts'
import { mayRegisterWorker, workerUrl } from './trusted-worker-url.ts'

export type OfflineAccessStatus = 'on' | 'off' | 'unsupported'

/** Whether offline access is on in this browser for this person. */
export async function readOfflineAccess(userId: string): Promise<OfflineAccessStatus> {
  if (!navigator.serviceWorker || !globalThis.caches) return 'unsupported'
  const [registration, offlineUser] = await Promise.all([
    navigator.serviceWorker.getRegistration(),
    findOfflineUser(),
  ])
  return registration && offlineUser === userId ? 'on' : 'off'
}

/**
 * Turns on offline access for a person in this browser and saves the current list. Resolves when it can be read offline.
 * Throws the `Refusal` of the list or an error of the browser; everything is undone then.
 */
export async function turnOnOfflineAccess(userId: string): Promise<void> {
  if (!mayRegisterWorker()) throw new Error('Please reload this page and try again.')
  await deleteOfflineCache()
  try {
    await waitUntilActive(await navigator.serviceWorker.register(workerUrl()))
    const cache = await openOfflineCache()
    const list = await call(listActiveBloodRequests, { query: {} })
    await saveOfflineUser(userId)
    await saveOfflineList(cache, JSON.stringify(list))
  } catch (error) {
    // A partial setup would leave a service worker that nobody asked for.
    await turnOffOfflineAccess()
    throw error
  }
}

/** Removes the service worker and all caches from this browser. Works offline, too. */
export async function turnOffOfflineAccess(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

/** Resolves when the service worker has cached all files of the site and is active. */
const waitUntilActive = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  new Promise<void>((resolve, reject) => {
    const worker = installing ?? waiting ?? active
    const check = () => {
      if (worker?.state === 'activated') resolve()
      else if (!worker || worker.state === 'redundant')
        reject(new Error("The site couldn't be saved for offline use. Please try again."))
    }
    worker?.addEventListener('statechange', check)
    check()
  })
