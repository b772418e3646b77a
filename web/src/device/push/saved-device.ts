/** This browser as a push device: its id on the server, and who turned on notifications here. */
export type SavedDevice = { id: string; userId: string }

/** In a cache, because a service worker cannot read other storage as simply. */
const CACHE = 'push-device'
const PATH = '/account/push-device'

/** The saved device, or null if notifications are off in this browser. */
export async function findSavedDevice(): Promise<SavedDevice | null> {
  const saved = await globalThis.caches?.match(PATH, { cacheName: CACHE })
  return saved ? saved.json() : null
}

export async function saveDevice(device: SavedDevice): Promise<void> {
  await (await caches.open(CACHE)).put(PATH, new Response(JSON.stringify(device)))
}

export const deleteSavedDevice = async (): Promise<void> => void (await globalThis.caches?.delete(CACHE))
