import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { chooseRest, REST_LINK, type RestChoice } from '@blood-bank/contract/offers/turned-away'
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

const REST_LABELS: Record<RestChoice, string> = {
  'two-weeks': 'In two weeks',
  month: 'In a month',
  'three-months': 'In three months',
  'when-i-say': 'When I say so',
}
const RESTS = Object.keys(REST_LABELS) as RestChoice[]

/** Asks somebody whom the hospital could not take when they may be asked again. Opening the link changes nothing. */
function RestQuestion({ token }: { token: string }) {
  const choosing = useMutation({
    mutationFn: (rest: RestChoice) =>
      call(chooseRest, { body: { token: token.slice(REST_LINK.length), rest } }),
  })
  return (
    <Page title={choosing.data ? 'Thank you' : 'When may we ask you again?'}>
      <Card>
        {choosing.data ? (
          <Notice kind="success">{choosing.data.message}</Notice>
        ) : (
          <Stack>
            <p>
              Thank you for coming. Press one: we won't ask you until then. Nobody else sees what you choose.
            </p>
            <MutationNotice of={choosing} failed="Failed to save your choice. Please try again." />
            <div ref={passFocusOn}>
              <Stack>
                {RESTS.map(rest => (
                  <Button
                    key={rest}
                    isBusy={choosing.isPending && choosing.variables === rest}
                    onClick={() => choosing.mutate(rest)}
                  >
                    {REST_LABELS[rest]}
                  </Button>
                ))}
              </Stack>
            </div>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
