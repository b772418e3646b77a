import { DonationDate } from '@blood-bank/contract/donors/fields'
import { type ComingOutcome, endComing } from '@blood-bank/contract/kept-donors/calls'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../../api/call.ts'
import { site } from '../../../api/site.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { calendarDateOf } from '../../../ui/records/dates.ts'
import { type Coming, refreshDonorsToCall } from '../queries.ts'

/** What is asked before an outcome, what follows from it, and the button. */
const QUESTIONS: Record<ComingOutcome, (name: string) => [string, string, string]> = {
  gave: name => [`Did ${name} give?`, 'They can be called again once they may give again.', 'Yes, they gave'],
  'turned-away': name => [
    `Did ${name} come, but the hospital couldn't take them?`,
    'No reason is stored. They are left alone for some days.',
    "The hospital couldn't take them",
  ],
  'not-needed': name => [
    `Is ${name} not needed?`,
    'Call them and say so. They can be called for other requests at once.',
    'Not needed',
  ],
  'did-not-come': name => [`Did ${name} not come?`, 'They can be called again.', "Didn't come"],
}

type Props = { donor: Coming; outcome: ComingOutcome; onEnded: () => void; onClose: () => void }

/** Asks before it is noted what became of a donor who was coming. */
export function OutcomeDialog({ donor, outcome, onEnded, onClose }: Props) {
  const client = useQueryClient()
  const today = calendarDateOf(currentTime(), site.timeZone)
  const [question, consequence, action] = QUESTIONS[outcome](donor.fullName)
  const form = useContractForm({
    schema: z.strictObject({ donatedOn: DonationDate }),
    initial: { donatedOn: today },
    send: async ({ donatedOn }) => {
      const body = { outcome, ...(outcome === 'gave' && { donatedOn }) }
      await call(endComing, { params: { id: donor.coming.callId }, body })
      await refreshDonorsToCall(client)
    },
    onSent: () => {
      onClose()
      onEnded()
    },
    onRefused: () => refreshDonorsToCall(client),
  })
  return (
    <Dialog title={question} onClose={onClose}>
      <p>{consequence}</p>
      <Form form={form} action={action} otherActions={<Button onClick={onClose}>Cancel</Button>}>
        {outcome === 'gave' && (
          <TextField label="Donation Date" type="date" max={today} isRequired {...form.text('donatedOn')} />
        )}
      </Form>
    </Dialog>
  )
}
