import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import {
  correctOwnKeptDonor,
  type OwnKeptDonor,
  OwnKeptDonorForm as schema,
} from '@blood-bank/contract/kept-donors/own-page'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'

type Props = {
  token: string
  donor: OwnKeptDonor
  onSaved: (donor: OwnKeptDonor) => void
  /** Called when the link or a hall may be gone. */
  onRefused: () => void
  onCancel: () => void
}

/** Corrects what is kept. Another number would have to be proved, so a coordinator is told. */
export function Correction({ token, donor, onSaved, onRefused, onCancel }: Props) {
  const { fullName, bloodGroup, hallId, batch, department, lastDonationDate } = donor
  const form = useContractForm({
    schema,
    initial: {
      fullName,
      bloodGroup,
      hallId: hallId ?? '',
      batch: batch ?? '',
      department: department ?? '',
      lastDonationDate: lastDonationDate ?? '',
    },
    prepare: values => ({ ...values, token }),
    send: body => call(correctOwnKeptDonor, { body }),
    onSent: onSaved,
    onRefused,
  })
  return (
    <Form form={form} action="Save" otherActions={<Button onClick={onCancel}>Back</Button>}>
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} />
      <TextField label="Full Name" autoComplete="name" isRequired {...form.text('fullName')} />
      <SelectField label="Blood Group" options={BLOOD_GROUPS} isRequired {...form.text('bloodGroup')} />
      {donor.halls.length > 0 && (
        <SelectField
          label="Hall"
          options={Object.fromEntries(donor.halls.map(({ id, name }) => [id, name]))}
          placeholder="None"
          isOptional
          {...form.text('hallId')}
        />
      )}
      <TextField label="Batch" autoComplete="off" isOptional {...form.text('batch')} />
      <TextField label="Department" autoComplete="off" isOptional {...form.text('department')} />
      <TextField
        label="Last Donation Date"
        type="date"
        max={calendarDateOf(currentTime(), site.timeZone)}
        isOptional
        {...form.text('lastDonationDate')}
      />
      <p>{`Another phone number? Tell anybody of the ${site.clubName}.`}</p>
    </Form>
  )
}
