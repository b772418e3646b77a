import type { User } from '@blood-bank/contract/users/endpoints'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EditRoleForm } from './edit-role-form.tsx'

type Props = { user: User; onClose: () => void }

/** A dialog that changes a user's role. */
export const EditRoleDialog = ({ user, onClose }: Props) => (
  <Dialog title="Edit Role" onClose={onClose}>
    <EditRoleForm user={user} onSaved={onClose} onCancel={onClose} />
    <PasswordConfirmation />
  </Dialog>
)
