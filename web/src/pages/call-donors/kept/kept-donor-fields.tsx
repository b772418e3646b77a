import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import type { KeptDonor, KeptDonorChangeForm } from '@blood-bank/contract/kept-donors/kept-donor'
import { useState } from 'react'
import { site } from '../../../api/site.ts'
import { useHallOptions } from '../../../features/donors/halls.ts'
import { SelectField } from '../../../forms/select-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import type { FieldsOf } from '../../../forms/use-contract-form.ts'
import { useCoordination } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { calendarDateOf } from '../../../ui/records/dates.ts'

const EMPTY = {
  fullName: '',
  contactNumber: '',
  askFor: '',
  bloodGroup: '',
  hallId: '',
  batch: '',
  department: '',
  lastDonationDate: '',
} satisfies Record<Exclude<keyof KeptDonorChangeForm, 'keepsThem'>, string>

type Values = typeof EMPTY

/** The values of the form for what is known of a donor. The number is not. */
export const formValuesOf = (donor: Partial<KeptDonor>): Values =>
  Object.fromEntries(
    Object.entries(EMPTY).map(([name, empty]) => [name, donor[name as keyof KeptDonor] ?? empty]),
  ) as Values

/** What the club keeps about a donor. A coordinator of one hall does not choose it. */
export function KeptDonorFields({ form, isNew }: { form: FieldsOf<Values>; isNew: boolean }) {
  const coordination = useCoordination()
  // What is open when the right ends stays as it is.
  const [ofHall] = useState(coordination?.hallId)
  const halls = useHallOptions(form.text('hallId').value)
  return (
    <>
      <TextField label="Full Name" autoComplete="off" isRequired {...form.text('fullName')} />
      <TextField
        label="Contact Number"
        type="tel"
        autoComplete="off"
        isRequired={isNew}
        hint={isNew ? undefined : 'Not shown here. Leave it empty to keep it.'}
        {...form.text('contactNumber')}
      />
      <TextField
        label="Ask For"
        autoComplete="off"
        hint="If it is somebody else's phone, or shared."
        isOptional
        {...form.text('askFor')}
      />
      <SelectField
        label="Blood Group"
        options={BLOOD_GROUPS}
        placeholder="Select…"
        isRequired
        {...form.text('bloodGroup')}
      />
      {Object.keys(halls).length > 0 && !ofHall && (
        <SelectField label="Hall" options={halls} placeholder="None" isOptional {...form.text('hallId')} />
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
    </>
  )
}
