import { browserRefusal } from '../../api/refusal.ts'
import { findServiceWorkers } from '../../ui/browser/capabilities.ts'
import { deleteAllSavedReplies } from '../saved-replies.ts'
import { deleteOfflineCache, deleteOfflineUser, findOfflineUser } from './offline-list.ts'
import { mayRegisterWorker, workerUrl } from './trusted-worker-url.ts'

const BLOCKED =
  'Your browser blocks what this site would save. Allow cookies for it in your browser settings, then reload this page.'

/** Whether the service worker controls this page: offline access or notifications are on in this browser. */
export const hasServiceWorker = (): boolean => Boolean(findServiceWorkers()?.controller)

/** The registration of the service worker; undefined if there is none, or the browser refuses service workers. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await findServiceWorkers()?.getRegistration()
  } catch {
    return undefined
  }
}

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
  const registration = await navigator.serviceWorker.register(workerUrl()).catch(error => {
    throw error instanceof DOMException ? browserRefusal(BLOCKED, error) : error
  })
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
  const registration = await findRegistration()
  const isUsed = (await findOfflineUser()) !== null || (await registration?.pushManager?.getSubscription())
  if (isUsed) return
  await registration?.unregister()
  await deleteAllSavedReplies()
}

async function findActiveWorker() {
  const registration = await findRegistration()
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
