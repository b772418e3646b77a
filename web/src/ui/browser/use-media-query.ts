import { useSyncExternalStore } from 'react'

/**
 * Whether a media query currently matches: `useMediaQuery('(max-width: 47.99rem)')`.
 * @param onServer what the server, which does not know, renders
 */
export function useMediaQuery(query: string, onServer = false): boolean {
  return useSyncExternalStore(
    onChange => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
    () => onServer,
  )
}
