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

/** What a link can stop, and what that means. The server decides by the token, and the reply says what it stopped. */
const CHOICES = {
  Alerts:
    'Press the button, and we no longer email you when somebody needs blood that you can give. You stay registered as a donor.',
  'Thank-yous':
    'Press the button, and we no longer tell you when somebody thanks you for a donation. Alerts still come.',
}

/** Turns emails off on a click. Opening the link changes nothing, as mail scanners open links, too. */
export function UnsubscribePage({ choice = 'Alerts' }: { choice?: keyof typeof CHOICES }) {
  const { token = '' } = useParams()
  const stopping = useMutation({ mutationFn: () => call(stopEmails, { body: { token } }) })
  const emails = choice.toLowerCase()
  return (
    <Page title={stopping.data ? `${choice} are off` : `Stop ${emails}`}>
      <Card>
        {stopping.data ? (
          <Notice kind="success">{stopping.data.message}</Notice>
        ) : (
          <Stack>
            <p>{CHOICES[choice]}</p>
            <MutationNotice of={stopping} failed={`Failed to stop ${emails}. Please try again.`} />
            <div ref={passFocusOn}>
              <Button variant="primary" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
                {`Stop ${emails}`}
              </Button>
            </div>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
