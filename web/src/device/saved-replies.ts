/*
 * What is saved on this device: replies in named caches, because a service worker cannot read other storage as simply. A
 * browser that blocks cookies refuses caches, too: nothing is saved then, and nothing is left to delete.
 */

/** Whether anything can be saved. */
export const canSaveReplies = async (): Promise<boolean> =>
  (await withCaches(caches => caches.keys())) !== undefined

export const findSavedReply = (cacheName: string, path: string): Promise<Response | undefined> =>
  withCaches(caches => caches.match(path, { cacheName }))

/** @throws if the browser refuses, or has no room */
export const saveReply = async (cacheName: string, path: string, text: string): Promise<void> =>
  (await caches.open(cacheName)).put(path, new Response(text))

export const deleteSavedReplies = async (cacheName: string): Promise<void> =>
  void (await withCaches(caches => caches.delete(cacheName)))

export async function deleteAllSavedReplies(): Promise<void> {
  for (const name of (await withCaches(caches => caches.keys())) ?? []) await deleteSavedReplies(name)
}

/** @throws other errors than a refusal, with which something may be there all the same */
async function withCaches<R>(use: (caches: CacheStorage) => Promise<R>): Promise<R | undefined> {
  try {
    const { caches } = globalThis
    return caches && (await use(caches))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined
    throw error
  }
}
