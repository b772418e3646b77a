import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './menu.module.css'

type Props = {
  /** Id of the menu, a popover: the browser opens it before any script has run. */
  menu: string
}

/** Opens and closes the menu on a small screen; on a wide screen all entries are visible. */
export const MenuButton = ({ menu }: Props) => (
  <button type="button" className={styles.button} popoverTarget={menu}>
    Menu
  </button>
)

/**
 * The ref of a menu of links, a popover: it closes when somebody follows one, or turns the device and sees all entries. Browsers of
 * before 2023 have none.
 */
export function useMenu<T extends HTMLElement>() {
  const { key } = useLocation()
  const menu = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the location changes
  useEffect(() => {
    const close = () => menu.current?.hidePopover?.()
    matchMedia('(min-width: 64rem)').onchange = close
    return close
  }, [key])
  return menu
}
