import {
  type Passkey,
  renamePasskey,
  PasskeyNameForm as schema,
} from '@blood-bank/contract/passkeys/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Moment } from '../../../api/moment.tsx'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './passkeys.module.css'
import { refreshOwnPasskeys } from './queries.ts'

type Props = { passkey: Passkey; isRemoving: boolean; onRemove: () => void }

/** One passkey of the actor: its name, which can be changed, and when it was added and last used. */
export function PasskeyItem({ passkey, isRemoving, onRemove }: Props) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, addedAt, lastUsedAt, formerHost } = passkey
  return (
    <li className={styles.passkey}>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.times}>
          Added <Moment at={addedAt} />,{' '}
          {lastUsedAt ? (
            <span key="used">
              last used <Moment at={lastUsedAt} />
            </span>
          ) : (
            <span key="unused">not used yet</span>
          )}
        </p>
        {formerHost && (
          <p className={styles.times}>
            It was made for {formerHost} and doesn't work here. Remove it, and add a new one.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} isBusy={isRemoving} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {isRenaming && <RenameDialog passkey={passkey} onClose={() => setIsRenaming(false)} />}
    </li>
  )
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { name },
    send: async body => {
      await call(renamePasskey, { params: { id }, body })
      await refreshOwnPasskeys(client)
    },
    onSent: onClose,
  })
  return (
    <Dialog title="Name this passkey" onClose={onClose}>
      <p>Choose a name that says where it is, such as “My phone”.</p>
      <Form form={form} action="Save name" otherActions={<Button onClick={onClose}>Cancel</Button>}>
        <TextField label="Name" autoComplete="off" isRequired {...form.text('name')} />
      </Form>
    </Dialog>
  )
}
