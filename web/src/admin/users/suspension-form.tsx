import {
  SUSPENSION_REASON_LABELS,
  SuspensionForm as schema,
  type UserRecord,
} from '@blood-bank/contract/users/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ReasonFields } from '../listing/dialog/reason-fields.tsx'
import { refreshUsers, suspendUserAccount } from './queries.ts'

type Props = { user: UserRecord; onDone: () => void; onCancel: () => void }

/** Suspends a user for a reason. */
export function SuspensionForm({ user, onDone, onCancel }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { reason: '', note: '' },
    send: ({ reason, note }) => suspendUserAccount(client, user, { reason, note }),
    onSent: onDone,
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
        otherActions={<Button onClick={onCancel}>Cancel</Button>}
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
