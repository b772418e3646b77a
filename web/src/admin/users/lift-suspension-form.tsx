import type { UserRecord } from '@blood-bank/contract/users/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
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
        They'll be able to sign in again, and members will see their donor profile and active requests again.
      </p>
      {lifting.error && (
        <Notice kind="error" onDismiss={lifting.reset}>
          {explainFailure(lifting.error, `Failed to lift the suspension of user ${user.email}.`)}
        </Notice>
      )}
      <Stack row>
        <Button variant="primary" isBusy={lifting.isPending} onClick={() => lifting.mutate()}>
          Lift this suspension
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Stack>
    </>
  )
}
