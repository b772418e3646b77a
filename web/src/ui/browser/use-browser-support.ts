import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * Whether this browser has what nearly every browser has: `useBrowserSupport(mayCopy)`. The server, which does not know,
 * renders as if it had, so that nothing comes late; where it is missing, what needs it goes when the page is taken over.
 */
export const useBrowserSupport = (hasIt: () => boolean): boolean =>
  useSyncExternalStore(neverChanges, hasIt, () => true)
