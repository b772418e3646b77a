import { sendTestAlert } from '@blood-bank/contract/alerts/preferences'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** Sends the actor what looks like an alert, by email and to the devices with notifications. */
export function TestAlertButton({ onSent }: { onSent?: () => void }) {
  const sending = useMutation({ mutationFn: () => call(sendTestAlert, {}), onSuccess: () => onSent?.() })
  return (
    <Stack>
      <div>
        <Button isBusy={sending.isPending} onClick={() => sending.mutate()}>
          Send me a test alert
        </Button>
      </div>
      {sending.data && <Notice kind="success">{sending.data.message}</Notice>}
      <MutationNotice of={sending} failed="Failed to send a test alert. Please try again." />
    </Stack>
  )
}
