import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { REST_LINK } from '@blood-bank/contract/offers/turned-away'
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
import { RestQuestion } from './rest-question.tsx'

/** What a link can stop, and what that means. The server decides by the token, and the reply says what it stopped. */
const CHOICES = {
  Alerts:
    'Press the button, and we no longer email you when somebody needs blood that you can give. You stay registered as a donor.',
  'Thank-yous':
    'Press the button, and we no longer tell you when somebody thanks you for a donation. Alerts still come.',
}

type Props = { choice?: keyof typeof CHOICES }

/** The page of the links in emails with which somebody says what we send, or when we may ask, without signing in. */
export function UnsubscribePage({ choice = 'Alerts' }: Props) {
  const { token = '' } = useParams()
  return token.startsWith(REST_LINK) ? (
    <RestQuestion token={token} />
  ) : (
    <StopQuestion token={token} choice={choice} />
  )
}

/** Turns emails off on a click. Opening the link changes nothing, as mail scanners open links, too. */
function StopQuestion({ token, choice }: Required<Props> & { token: string }) {
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
