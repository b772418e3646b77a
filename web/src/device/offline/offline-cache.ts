/** The cache of the blood requests saved for offline use. No other reply of the interface is in any cache. */
export const OFFLINE_CACHE = 'kept-blood-requests'

/**
 * Deletes the saved list from this device, if there is one. Separate from `offline-list.ts`, as every page
 * needs this part of it.
 */
export const deleteOfflineCache = async (): Promise<void> =>
  void (await globalThis.caches?.delete(OFFLINE_CACHE))
