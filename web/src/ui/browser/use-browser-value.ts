import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * A value that only the browser knows, and that stays.
 * @param onServer what the server renders, and the browser while it takes the page over
 */
export const useBrowserValue = <T extends string | boolean>(read: () => T, onServer: T): T =>
  useSyncExternalStore(neverChanges, read, () => onServer)

/**
 * Whether this browser has what nearly every browser has: `useBrowserSupport(mayCopy)`. The server renders as if it had, so
 * that nothing comes late; where it is missing, what needs it goes when the page is taken over.
 */
export const useBrowserSupport = (hasIt: () => boolean): boolean => useBrowserValue(hasIt, true)
