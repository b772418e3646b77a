import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A menu of links behind a button. It is open for one location only, so that following a link closes it. Escape closes it
 * and returns the focus to `menuButton`.
 */
export function useMenu() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const isOpen = openAt === key

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      menuButton.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return { isOpen, menuButton, toggle: () => setOpenAt(isOpen ? null : key) }
}
