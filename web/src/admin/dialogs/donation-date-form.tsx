import { DONATED_COMPONENT_LABELS, type DonatedComponent } from '@blood-bank/contract/donors/components'
import { DonationForm } from '@blood-bank/contract/offers/donations'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { RadioField } from '../../forms/radio-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'

type Props = {
  /** The label of the submit button. */
  action: string
  initial?: string
  /** The preset of what was given. Without it only the day is asked: the donor of an offer gives what is needed. */
  component?: DonatedComponent
  send: (given: DonationForm) => Promise<void>
  onSent?: () => void
  /** After a refusal, which may mean that the list is outdated. */
  onRefused: () => unknown
  onCancel?: () => void
}

/** Asks for the day of a donation, and for what was given. */
export function DonationDateForm({
  action,
  initial = '',
  component,
  send,
  onSent,
  onRefused,
  onCancel,
}: Props) {
  const form = useContractForm({
    schema: DonationForm,
    initial: { donatedOn: initial, component: component ?? 'blood' },
    send,
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
      {component && (
        <RadioField label="What was given" options={DONATED_COMPONENT_LABELS} {...form.text('component')} />
      )}
    </Form>
  )
}
