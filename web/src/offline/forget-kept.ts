/** The cache of the list that is kept for a person who is offline. Nothing else of the interface is in any cache. */
export const KEPT = 'kept-blood-requests'

/**
 * Wipes the kept list from this device; without one nothing happens. Apart from `kept-requests.ts`, as every page
 * needs this much of it.
 */
export const forgetKept = async (): Promise<void> => void (await globalThis.caches?.delete(KEPT))
