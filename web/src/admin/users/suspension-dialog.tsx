import type { UserRecord } from '@blood-bank/contract/users/endpoints'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LiftSuspensionForm } from './lift-suspension-form.tsx'
import { SuspensionForm } from './suspension-form.tsx'

type Props = { user: UserRecord; onClose: () => void }

/** Asks for the reason of a suspension, or for confirmation of lifting it. */
export const SuspensionDialog = ({ user, onClose }: Props) => (
  <Dialog
    isAlert
    title={user.suspension ? `Lift the suspension of ${user.email}?` : `Suspend ${user.email}?`}
    onClose={onClose}
  >
    {user.suspension ? (
      <LiftSuspensionForm user={user} onDone={onClose} onCancel={onClose} />
    ) : (
      <SuspensionForm user={user} onDone={onClose} onCancel={onClose} />
    )}
    <PasswordConfirmation />
  </Dialog>
)
