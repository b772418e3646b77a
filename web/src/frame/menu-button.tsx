import type { Ref } from 'react'
import styles from './menu-button.module.css'

type Props = {
  /** Id of the menu. */
  controls: string
  isOpen: boolean
  buttonRef: Ref<HTMLButtonElement>
  onToggle: () => void
}

/** Opens and closes the menu on a small screen; on a wide screen all entries are visible. */
export const MenuButton = ({ controls, isOpen, buttonRef, onToggle }: Props) => (
  <button
    ref={buttonRef}
    type="button"
    className={styles.button}
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
  >
    {isOpen ? 'Close' : 'Menu'}
  </button>
)
