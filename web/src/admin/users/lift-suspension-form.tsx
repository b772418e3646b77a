import type { UserRecord } from '@blood-bank/contract/users/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '../../api/explain-failure.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { liftUserSuspension, refreshUsers } from './queries.ts'

type Props = { user: UserRecord; onDone: () => void; onCancel: () => void }

/** Lifts the suspension of a user. */
export function LiftSuspensionForm({ user, onDone, onCancel }: Props) {
  const client = useQueryClient()
  const lifting = useMutation({
    mutationFn: () => liftUserSuspension(client, user),
    onSuccess: onDone,
    onError: error => {
      if (isRefused(error)) void refreshUsers(client)
    },
  })
  return (
    <>
      <p>
        They'll be able to sign in again, with all accounts of their mailbox, and members will see their donor
        profile and active requests again.
      </p>
      <MutationNotice of={lifting} failed={`Failed to lift the suspension of user ${user.email}.`} />
      <Stack row>
        <Button variant="primary" isBusy={lifting.isPending} onClick={() => lifting.mutate()}>
          Lift this suspension
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Stack>
    </>
  )
}
