import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { call } from '../../api/call.ts'
import {
  deleteOfflineCache,
  findOfflineUser,
  openOfflineCache,
  saveOfflineList,
  saveOfflineUser,
} from '../../device/offline/offline-list.ts'
import {
  findRegistration,
  registerWorker,
  stopSavingLists,
} from '../../device/offline/worker-registration.ts'
import { canSaveReplies } from '../../device/saved-replies.ts'
import { findServiceWorkers } from '../../ui/browser/capabilities.ts'

/** Whether offline access is on in this browser for this person. */
export async function readOfflineAccess(userId: string): Promise<'on' | 'off' | 'unsupported'> {
  if (!findServiceWorkers() || !(await canSaveReplies())) return 'unsupported'
  const [registration, offlineUser] = await Promise.all([findRegistration(), findOfflineUser()])
  return registration && offlineUser === userId ? 'on' : 'off'
}

/**
 * Turns on offline access for a person in this browser and saves the current list. Resolves when it can be read offline.
 * Throws the `Refusal` of the list or an error of the browser; everything is undone then.
 */
export async function turnOnOfflineAccess(userId: string): Promise<void> {
  await deleteOfflineCache()
  try {
    await registerWorker()
    const cache = await openOfflineCache()
    const list = await call(listActiveBloodRequests, { query: {} })
    await saveOfflineUser(userId)
    await saveOfflineList(cache, JSON.stringify(list))
  } catch (error) {
    // A partial setup would leave a service worker that nobody asked for.
    await stopSavingLists()
    throw error
  }
}
