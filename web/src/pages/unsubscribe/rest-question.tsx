import { chooseRest, REST_LINK, type RestChoice } from '@blood-bank/contract/offers/turned-away'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { passFocusOn } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

const LABELS: Record<RestChoice, string> = {
  'two-weeks': 'In two weeks',
  month: 'In a month',
  'three-months': 'In three months',
  'when-i-say': 'When I say so',
}
const CHOICES = Object.keys(LABELS) as RestChoice[]

/** Asks somebody whom the hospital could not take when they may be asked again. Opening the link changes nothing. */
export function RestQuestion({ token }: { token: string }) {
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
                {CHOICES.map(rest => (
                  <Button
                    key={rest}
                    isBusy={choosing.isPending && choosing.variables === rest}
                    onClick={() => choosing.mutate(rest)}
                  >
                    {LABELS[rest]}
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
