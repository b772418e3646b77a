import { type RefObject, useEffect } from 'react'

type Options = {
  isEnabled: boolean
  /** How far outside the viewport the element counts as near, as a CSS length in pixels. */
  margin: string
  onNear: () => unknown
}

/** Calls `onNear` when an element is near the viewport, and again when it is enabled again and the element is still near. */
export function useNearViewport(element: RefObject<Element | null>, options: Options): void {
  const { isEnabled, margin, onNear } = options
  useEffect(() => {
    if (!isEnabled || !element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) onNear()
      },
      { rootMargin: margin, scrollMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isEnabled, margin, onNear])
}
