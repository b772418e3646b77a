import styles from './menu-button.module.css'

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
