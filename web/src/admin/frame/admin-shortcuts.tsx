import { useState } from 'react'
import { useNavigate } from 'react-router'
import styles from './admin-layout.module.css'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** The shortcuts that work on every page of the admin area, and the button that lists all shortcuts. */
export function AdminShortcuts() {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  useShortcuts({
    '?': () => setIsOpen(true),
    'g o': () => navigate('/admin/overview'),
    'g d': () => navigate('/admin/donors'),
    'g r': () => navigate('/admin/requests'),
    'g u': () => navigate('/admin/users'),
    'g p': () => navigate('/admin/reports'),
    'g a': () => navigate('/admin/audit-log'),
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
