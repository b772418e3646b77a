import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { useKeys } from '../../ui/controls/use-keys.ts'
import styles from './admin-layout.module.css'

/** Loaded when it is first asked for: dialogs are heavy. */
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** The shortcuts of the admin area that hold on each of its pages, and the button that lists all of them. */
export function AdminKeys() {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  useKeys({
    '?': () => setIsOpen(true),
    'g o': () => navigate('/admin/overview'),
    'g d': () => navigate('/admin/donors'),
    'g r': () => navigate('/admin/requests'),
    'g u': () => navigate('/admin/users'),
  })
  return (
    <>
      <button type="button" className={styles.keys} onClick={() => setIsOpen(true)}>
        Keyboard shortcuts
        <kbd className={styles.key}>?</kbd>
      </button>
      <Suspense>{isOpen && <KeysDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
