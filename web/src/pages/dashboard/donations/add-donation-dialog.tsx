import { DONATED_COMPONENT_LABELS } from '@blood-bank/contract/donors/components'
import { addDonation, DonationForm as schema } from '@blood-bank/contract/offers/donations'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { site } from '../../../api/site.ts'
import { Form } from '../../../forms/form.tsx'
import { RadioField } from '../../../forms/radio-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { refreshRecords } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { calendarDateOf } from '../../../ui/records/dates.ts'

/** Asks for a donation that was given elsewhere. */
export function AddDonationDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { donatedOn: '', component: 'blood' },
    send: async body => {
      await call(addDonation, { body })
      await refreshRecords(client)
    },
    onSent: () => {
      onAdded()
      onClose()
    },
  })
  return (
    <Dialog title="Add a donation" onClose={onClose}>
      <p>For what you gave elsewhere. It counts for the date on which you can give again.</p>
      <Form form={form} action="Add" otherActions={<Button onClick={onClose}>Cancel</Button>}>
        <TextField
          label="Donation Date"
          type="date"
          max={calendarDateOf(currentTime(), site.timeZone)}
          isRequired
          {...form.text('donatedOn')}
        />
        <RadioField label="What you gave" options={DONATED_COMPONENT_LABELS} {...form.text('component')} />
      </Form>
    </Dialog>
  )
}
