import {
  type Passkey,
  renamePasskey,
  PasskeyNameForm as schema,
} from '@blood-bank/contract/passkeys/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { refreshOwnPasskeys } from './queries.ts'

/** Names a passkey. */
export function RenameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
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
