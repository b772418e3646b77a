import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** Turns alerts off on a click. Opening the link changes nothing, as mail scanners open links, too. */
export function StopAlerts({ token }: { token: string }) {
  const stopping = useMutation({ mutationFn: () => call(stopEmails, { body: { token } }) })
  if (stopping.data) return <Notice kind="success">{stopping.data.message}</Notice>
  return (
    <Stack>
      <p>
        Press the button, and we no longer email you when somebody needs blood that you can give. You stay
        registered as a donor.
      </p>
      <MutationNotice of={stopping} failed="Failed to stop alerts. Please try again." />
      <div>
        <Button variant="primary" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop alerts
        </Button>
      </div>
    </Stack>
  )
}
