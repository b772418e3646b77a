import { changeRole, Role, type User } from '@blood-bank/contract/users/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { assignRole, refreshUsers } from './queries.ts'

type Props = { user: User; onClose: () => void }

/** A dialog that changes a user's role. */
export const EditRoleDialog = ({ user, onClose }: Props) => (
  <Dialog title="Edit Role" onClose={onClose}>
    <EditRoleForm user={user} onSaved={onClose} onCancel={onClose} />
    <PasswordConfirmation />
  </Dialog>
)

/** What the other role means, by the role that a user has. */
const CONSEQUENCES: Record<Role, string> = {
  user: 'As an admin they see all donors, requests and users, and manage them as you do, once they have entered their password.',
  admin: "As a user they lose the admin area, and they're signed out everywhere.",
}

type FormProps = { user: User; onSaved: () => void; onCancel: () => void }

/** Changes a user's role (spec §5). */
function EditRoleForm({ user, onSaved, onCancel }: FormProps) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: changeRole.body,
    initial: { role: '' },
    // Nothing changes: no question for the password.
    send: async ({ role }) => {
      if (role !== user.role) await assignRole(client, { user, role })
    },
    onSent: onSaved,
    onRefused: () => refreshUsers(client),
    explain: refusal => explainFailure(refusal, `Failed to update role for user ${user.email}.`),
  })
  return (
    <>
      <p>
        {`${user.email} currently has the role ${user.role}. ${CONSEQUENCES[user.role]} They and all admins get an email.`}
      </p>
      <Form form={form} action="Save" otherActions={<Button onClick={onCancel}>Cancel</Button>}>
        <SelectField label="Role" options={Role.options} placeholder="Select a role" {...form.text('role')} />
      </Form>
    </>
  )
}
