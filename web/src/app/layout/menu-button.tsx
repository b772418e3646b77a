import type { Ref } from 'react'
import styles from './menu-button.module.css'

type Props = {
  /** Id of what it opens. */
  controls: string
  isOpen: boolean
  buttonRef: Ref<HTMLButtonElement>
  onToggle: () => void
}

/** Opens and closes the entries of a bar on a small screen; on a wide one they are all there. */
export const MenuButton = ({ controls, isOpen, buttonRef, onToggle }: Props) => (
  <button
    ref={buttonRef}
    type="button"
    className={styles.button}
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
  >
    Menu
  </button>
)
