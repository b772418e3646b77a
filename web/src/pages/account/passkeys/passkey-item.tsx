import type { Passkey } from '@blood-bank/contract/passkeys/endpoints'
import { Moment } from '../../../api/moment.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import styles from './passkeys.module.css'

type Props = {
  passkey: Passkey
  isRemoving: boolean
  onRename: () => void
  onRemove: () => void
}

/** One passkey of the actor: its name, when it was added and last used. */
export function PasskeyItem({ passkey, isRemoving, onRename, onRemove }: Props) {
  const { name, addedAt, lastUsedAt, formerHost } = passkey
  return (
    <li className={styles.passkey}>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.times}>
          Added <Moment at={addedAt} />,{' '}
          {lastUsedAt ? <LastUsed at={lastUsedAt} /> : <span>not used yet</span>}
        </p>
        {formerHost && (
          <p className={styles.times}>
            It was made for {formerHost} and doesn't work here. Remove it, and add a new one.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} isBusy={isRemoving} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

const LastUsed = ({ at }: { at: string }) => (
  <span>
    last used <Moment at={at} />
  </span>
)
