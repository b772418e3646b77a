import { browserRefusal } from '../../api/refusal.ts'
import { deleteOfflineCache, deleteOfflineUser, findOfflineUser } from './offline-list.ts'
import { mayRegisterWorker, workerUrl } from './trusted-worker-url.ts'

/** Whether the service worker controls this page: offline access or notifications are on in this browser. */
export const hasServiceWorker = (): boolean => Boolean(navigator.serviceWorker?.controller)

/** Whether the service worker is in this browser, or this page may register it. */
export const mayUseWorker = async (): Promise<boolean> =>
  mayRegisterWorker() || (await findActiveWorker()) !== null

/**
 * Registers the service worker unless it is active already. Resolves when it has cached all files of the site. Throws a
 * `Refusal` of the browser.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const existing = await findActiveWorker()
  if (existing) return existing
  if (!mayRegisterWorker()) throw browserRefusal('Please reload this page and try again.')
  const registration = await navigator.serviceWorker.register(workerUrl())
  await waitUntilActive(registration)
  return registration
}

/** Deletes the saved list and forgets who chose offline access. The service worker stays only if push messages need it. */
export async function stopSavingLists(): Promise<void> {
  await deleteOfflineCache()
  await deleteOfflineUser()
  await removeUnusedWorker()
}

/** Removes the service worker and all caches from this browser, unless offline access or push messages are on. */
export async function removeUnusedWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const isUsed = (await findOfflineUser()) !== null || (await registration?.pushManager?.getSubscription())
  if (isUsed) return
  await registration?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

async function findActiveWorker() {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.active?.state === 'activated' ? registration : null
}

/** Resolves when the service worker has cached all files of the site and is active. */
const waitUntilActive = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  new Promise<void>((resolve, reject) => {
    const worker = installing ?? waiting ?? active
    const check = () => {
      if (worker?.state === 'activated') resolve()
      else if (!worker || worker.state === 'redundant')
        reject(browserRefusal("The site couldn't be saved in this browser. Please try again."))
    }
    worker?.addEventListener('statechange', check)
    check()
  })
