import {
  SUSPENSION_REASON_LABELS,
  SuspensionForm as schema,
  type UserRecord,
} from '@blood-bank/contract/users/administration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { Form } from '../../forms/form.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { Button } from '../../ui/controls/button.tsx'
import dialog from '../../ui/dialogs/dialog.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { liftUserSuspension, refreshUsers, suspendUserAccount } from './queries.ts'
import { ReasonFields } from './reason-fields.tsx'

type Props = { user: UserRecord; onClose: () => void }

/** Asks for the reason of a suspension, or for confirmation of lifting it. */
export const SuspensionDialog = ({ user, onClose }: Props) => (
  <Dialog
    isAlert
    title={user.suspension ? `Lift the suspension of ${user.email}?` : `Suspend ${user.email}?`}
    onClose={onClose}
  >
    {user.suspension ? (
      <LiftSuspensionForm user={user} onClose={onClose} />
    ) : (
      <SuspensionForm user={user} onClose={onClose} />
    )}
    <PasswordConfirmation />
  </Dialog>
)

/** Suspends a user for a reason. */
function SuspensionForm({ user, onClose }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { reason: '', note: '' },
    send: ({ reason, note }) => suspendUserAccount(client, user, { reason, note }),
    onSent: onClose,
    onRefused: () => refreshUsers(client),
    explain: refusal => explainFailure(refusal, `Failed to suspend user ${user.email}.`),
  })
  return (
    <>
      <p>
        They'll be signed out at once, and members will no longer see their donor profile and active requests.
        This holds for all verified accounts of their mailbox. You can lift the suspension later.
      </p>
      <Form
        form={form}
        action="Suspend"
        variant="danger"
        otherActions={<Button onClick={onClose}>Cancel</Button>}
      >
        <ReasonFields
          form={form}
          reasons={SUSPENSION_REASON_LABELS}
          hint="For admins. The person can read it if they download their data."
          rows={3}
        />
      </Form>
    </>
  )
}

/** Lifts the suspension of a user. */
function LiftSuspensionForm({ user, onClose }: Props) {
  const client = useQueryClient()
  const lifting = useMutation({
    mutationFn: () => liftUserSuspension(client, user),
    onSuccess: onClose,
    onError: error => {
      if (isRefused(error)) void refreshUsers(client)
    },
  })
  return (
    <>
      <p>
        They'll be able to sign in again, with all accounts of the same mailbox, and members will see their
        donor profile and active requests again.
      </p>
      <MutationNotice of={lifting} failed={`Failed to lift the suspension of user ${user.email}.`} />
      <div className={dialog.actions}>
        <Button variant="primary" isBusy={lifting.isPending} onClick={() => lifting.mutate()}>
          Lift this suspension
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  )
}
