import { useState } from 'react'
import { useNavigate } from 'react-router'
import styles from './admin-layout.module.css'
import { ADMIN_PAGES } from './admin-pages.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** The shortcuts that work on every page of the admin area, and the button that lists all shortcuts. */
export function AdminShortcuts() {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  useShortcuts({
    '?': () => setIsOpen(true),
    ...Object.fromEntries(ADMIN_PAGES.map(({ path, key }) => [`g ${key}`, () => navigate(path)])),
  })
  return (
    <>
      <button type="button" className={styles.keys} onClick={() => setIsOpen(true)}>
        Keyboard shortcuts
        <kbd className={styles.key}>?</kbd>
      </button>
      {isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
