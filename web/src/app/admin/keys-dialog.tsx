import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useKeysChoice } from '../../ui/controls/use-keys.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './keys-dialog.module.css'

/** What each does, and its keys: alternatives of keys in turn. */
const KEYS: Readonly<Record<string, string[][]>> = {
  'Go to Overview': [['g', 'o']],
  'Go to Manage Donors': [['g', 'd']],
  'Go to Manage Requests': [['g', 'r']],
  'Go to Manage Users': [['g', 'u']],
  Search: [['/']],
  'Next row': [['j'], ['↓']],
  'Previous row': [['k'], ['↑']],
  'Clear the search, leave the rows, close a dialog': [['Esc']],
  'Show these shortcuts': [['?']],
}

/** The shortcuts of the admin area, and whether they work. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, choose] = useKeysChoice()
  return (
    <Dialog title="Keyboard Shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {Object.entries(KEYS).map(([act, alternatives]) => (
          <div className={styles.line} key={act}>
            <dt>{act}</dt>
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
