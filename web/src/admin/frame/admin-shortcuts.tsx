import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ADMIN_PAGES } from './admin-pages.ts'
import styles from './admin-shortcuts.module.css'
import { useShortcuts, useShortcutsSetting } from './use-shortcuts.ts'

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
      <button type="button" className={styles.open} onClick={() => setIsOpen(true)}>
        Keyboard shortcuts
        <kbd>?</kbd>
      </button>
      {isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Actions and their keys: a list of alternatives, each a sequence of keys. */
const SHORTCUTS: Readonly<Record<string, string[][]>> = {
  ...Object.fromEntries(ADMIN_PAGES.map(({ name, key }) => [`Go to ${name}`, [['g', key]]])),
  Search: [['/']],
  'Next row': [['j'], ['↓']],
  'Previous row': [['k'], ['↑']],
  'Open the row': [['Enter']],
  'Verify the donor of the row, and go to the next': [['v']],
  'Undo the verification': [['z']],
  'Clear the search, leave the table, or close what is open': [['Esc']],
  'Show these shortcuts': [['?']],
}

/** The shortcuts of the admin area, and a checkbox that turns them on and off. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, choose] = useShortcutsSetting()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {Object.entries(SHORTCUTS).map(([action, alternatives]) => (
          <div className={styles.line} key={action}>
            <dt>{action}</dt>
            <dd>
              {alternatives.map((keys, at) => (
                <span key={keys.join()}>
                  {at > 0 && ' or '}
                  {keys.map((key, at) => (
                    <span key={key}>
                      {at > 0 && ' then '}
                      <kbd className={styles.key}>{key}</kbd>
                    </span>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        name="shortcuts"
        label="Use keyboard shortcuts in this browser"
        isChecked={isOn}
        onChange={choose}
      />
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
