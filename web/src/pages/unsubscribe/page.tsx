import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { passFocusOn } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** The target of the link in an alert that stops alerts. */
export const UnsubscribePage = () => <StopEmails subject="alerts" />

/** The target of the link in a thank-you that stops thank-yous. */
export const StopThankYousPage = () => <StopEmails subject="thank-yous" />

const TEXTS = {
  alerts: {
    stop: 'Stop alerts',
    consequence:
      'Press the button, and we no longer email you when somebody needs blood that you can give. You stay registered as a donor.',
    failed: 'Failed to stop alerts. Please try again.',
    stopped: 'Alerts are off',
  },
  'thank-yous': {
    stop: 'Stop thank-yous',
    consequence:
      'Press the button, and we no longer tell you when somebody thanks you for a donation. Alerts still come.',
    failed: 'Failed to stop thank-yous. Please try again.',
    stopped: 'Thank-yous are off',
  },
}

/** Turns emails off on a click. Opening the link changes nothing, as mail scanners open links, too. */
function StopEmails({ subject }: { subject: keyof typeof TEXTS }) {
  const { token = '' } = useParams()
  const stopping = useMutation({ mutationFn: () => call(stopEmails, { body: { token } }) })
  const { stop, consequence, failed, stopped } = TEXTS[subject]
  return (
    <Page title={stopping.data ? stopped : stop}>
      <Card>
        {stopping.data ? (
          <Notice kind="success">{stopping.data.message}</Notice>
        ) : (
          <Stack>
            <p>{consequence}</p>
            <MutationNotice of={stopping} failed={failed} />
            <div ref={passFocusOn}>
              <Button variant="primary" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
                {stop}
              </Button>
            </div>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
