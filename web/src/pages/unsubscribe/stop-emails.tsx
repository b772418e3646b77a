import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

const TEXTS = {
  alerts: {
    consequence:
      'Press the button, and we no longer email you when somebody needs blood that you can give. You stay registered as a donor.',
    stop: 'Stop alerts',
    failed: 'Failed to stop alerts. Please try again.',
  },
  'thank-yous': {
    consequence:
      'Press the button, and we no longer tell you when somebody thanks you for a donation. Alerts still come.',
    stop: 'Stop thank-yous',
    failed: 'Failed to stop thank-yous. Please try again.',
  },
}
export type Subject = keyof typeof TEXTS

/** Turns emails off on a click. Opening the link changes nothing, as mail scanners open links, too. */
export function StopEmails({ token, subject }: { token: string; subject: Subject }) {
  const stopping = useMutation({ mutationFn: () => call(stopEmails, { body: { token } }) })
  if (stopping.data) return <Notice kind="success">{stopping.data.message}</Notice>
  const { consequence, stop, failed } = TEXTS[subject]
  return (
    <Stack>
      <p>{consequence}</p>
      <MutationNotice of={stopping} failed={failed} />
      <div>
        <Button variant="primary" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
          {stop}
        </Button>
      </div>
    </Stack>
  )
}
