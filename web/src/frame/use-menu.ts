import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The ref of a menu of links, a popover: it closes when somebody follows one. Browsers of before 2023 have none. */
export function useMenu<T extends HTMLElement>() {
  const { key } = useLocation()
  const menu = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the location changes
  useEffect(() => () => menu.current?.hidePopover?.(), [key])
  return menu
}
