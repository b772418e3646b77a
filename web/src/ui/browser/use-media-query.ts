import { useSyncExternalStore } from 'react'

/** Whether a media query currently matches: `useMediaQuery('(max-width: 47.99rem)')`. On the server none does. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
