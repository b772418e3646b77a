import { useSyncExternalStore } from 'react'

/** Whether a media query holds now: `useMedia('(max-width: 47.99rem)')`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}
