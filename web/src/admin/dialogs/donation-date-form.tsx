import { DonationForm } from '@blood-bank/contract/offers/donations'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'

type Props = {
  /** The label of the submit button. */
  action: string
  initial?: string
  send: (donatedOn: string) => Promise<void>
  onSent?: () => void
  /** After a refusal, which may mean that the list is outdated. */
  onRefused: () => unknown
  onCancel?: () => void
}

/** Asks for the day of a donation. */
export function DonationDateForm({ action, initial = '', send, onSent, onRefused, onCancel }: Props) {
  const form = useContractForm({
    schema: DonationForm,
    initial: { donatedOn: initial },
    send: ({ donatedOn }) => send(donatedOn),
    onSent: () => {
      form.reset()
      onSent?.()
    },
    onRefused,
    explain: refusal => explainFailure(refusal, 'Failed to save the donation. Please try again.'),
  })
  return (
    <Form
      form={form}
      action={action}
      variant="secondary"
      otherActions={onCancel && <Button onClick={onCancel}>Cancel</Button>}
    >
      <TextField label="Donation Date" type="date" isRequired {...form.text('donatedOn')} />
    </Form>
  )
}
