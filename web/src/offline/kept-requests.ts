import { forgetKept, KEPT } from './forget-kept.ts'

/** What is kept: the first page of the active requests. */
export const KEPT_LIST = '/api/blood-requests'

/** After this long a kept list is of no use to anybody, and gone. */
export const KEPT_AT_MOST_MS = 7 * 24 * 60 * 60 * 1000

/** The query key under which pages ask for what is kept here. */
export const KEPT_HERE = ['kept-here']

const KEPT_AT = 'x-kept-at'

/** Outlives a sign-out, so that the same person need not choose again, and another person chooses anew. */
const CHOICES = 'offline-access'
const CHOSEN_BY = '/offline-access/chosen-by'

/**
 * A place for a list, to be opened before the list is asked for: when what is kept is wiped meanwhile (a sign-out
 * while the answer is on its way), what is put there leads nowhere.
 */
export const openKept = (): Promise<Cache> => caches.open(KEPT)

/** Keeps the text of a reply, with the moment it was seen. */
export const keepList = (place: Cache, text: string): Promise<void> =>
  place.put(KEPT_LIST, new Response(text, { headers: { [KEPT_AT]: new Date().toISOString() } }))

/** What is kept and since when, or null. What is too old is wiped on the way. */
export async function findKeptList(): Promise<{ keptAt: Date; reply: Response } | null> {
  const reply = await globalThis.caches?.match(KEPT_LIST, { cacheName: KEPT })
  if (!reply) return null
  const keptAt = new Date(reply.headers.get(KEPT_AT) ?? '')
  if (Date.now() - keptAt.getTime() <= KEPT_AT_MOST_MS) return { keptAt, reply }
  await forgetKept()
  return null
}

/** The id of the person who asked this device to keep the list, or null. */
export async function findChooser(): Promise<string | null> {
  const choice = await globalThis.caches?.match(CHOSEN_BY, { cacheName: CHOICES })
  return choice ? choice.text() : null
}

/** Remembers who asked for it. */
export async function noteChooser(userId: string): Promise<void> {
  await (await caches.open(CHOICES)).put(CHOSEN_BY, new Response(userId))
}
