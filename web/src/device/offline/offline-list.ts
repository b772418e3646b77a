import { DAY_MS } from '@blood-bank/contract/durations'
import { deleteSavedReplies, findSavedReply, saveReply } from '../saved-replies.ts'

/** The cache of the blood requests saved for offline use. No other reply of the interface is in any cache. */
const OFFLINE_CACHE = 'kept-blood-requests'

/** What is saved: the first page of the active requests. */
const LIST_PATH = '/api/blood-requests'

/** A saved list is deleted after this time. */
export const OFFLINE_LIST_MAX_AGE_MS = 7 * DAY_MS

/** Query key of what is saved on this device. */
export const OFFLINE_QUERIES = ['offline']

const SAVED_AT_HEADER = 'x-kept-at'

/** Survives a sign-out, so that the same person doesn't have to turn it on again, and another person does. */
const USER_CACHE = 'offline-access'
const USER_PATH = '/offline-access/chosen-by'

/**
 * Opens the cache of the list. Open it before requesting the list: if the cache is deleted meanwhile (a sign-out while
 * the response is pending), an entry put into it is not found.
 */
export const openOfflineCache = (): Promise<Cache> => caches.open(OFFLINE_CACHE)

/** Saves the text of a reply with the current time. */
export const saveOfflineList = (cache: Cache, text: string): Promise<void> =>
  cache.put(LIST_PATH, new Response(text, { headers: { [SAVED_AT_HEADER]: new Date().toISOString() } }))

/** The saved list and when it was saved, or null. Deletes a list that is too old. */
export async function findOfflineList(): Promise<{ savedAt: Date; reply: Response } | null> {
  const reply = await findSavedReply(OFFLINE_CACHE, LIST_PATH)
  if (!reply) return null
  const savedAt = new Date(reply.headers.get(SAVED_AT_HEADER) ?? '')
  if (Date.now() - savedAt.getTime() <= OFFLINE_LIST_MAX_AGE_MS) return { savedAt, reply }
  await deleteOfflineCache()
  return null
}

/** Deletes the saved list from this device, if there is one. */
export const deleteOfflineCache = (): Promise<void> => deleteSavedReplies(OFFLINE_CACHE)

/** The id of the person who turned on offline access on this device, or null. */
export async function findOfflineUser(): Promise<string | null> {
  const choice = await findSavedReply(USER_CACHE, USER_PATH)
  return choice ? choice.text() : null
}

/** Saves who turned on offline access. */
export const saveOfflineUser = (userId: string): Promise<void> => saveReply(USER_CACHE, USER_PATH, userId)

/** Forgets who turned on offline access. */
export const deleteOfflineUser = (): Promise<void> => deleteSavedReplies(USER_CACHE)
