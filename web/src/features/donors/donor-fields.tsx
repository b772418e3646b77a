import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors/endpoints'
import type { DonorForm } from '@blood-bank/contract/donors/profile'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useBloodGroupHint } from '../../forms/use-blood-group-in-url.ts'
import type { FieldsOf } from '../../forms/use-contract-form.ts'
import { FormSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'

/** The initial values of a new profile (defaults: spec §3). */
export const NEW_DONOR = {
  fullName: '',
  universityId: '',
  universityRole: '',
  department: '',
  bloodGroup: '',
  contactNumber: '',
  isAvailable: true,
  lastDonationDate: '',
  allowContactVisibility: false,
} satisfies Record<keyof DonorForm, string | boolean>

type DonorFormValues = typeof NEW_DONOR

/** The initial values of the form for a profile, or for what is known of one. */
export const formValuesOf = (donor: Partial<DonorForm>) =>
  Object.fromEntries(
    Object.entries(NEW_DONOR).map(([name, value]) => [name, donor[name as keyof DonorForm] ?? value]),
  ) as DonorFormValues

type Props = { form: FieldsOf<DonorFormValues>; lastDonationHint?: string }

/** The fields for both registration and editing. */
export function DonorFields({
  form,
  lastDonationHint = "Leave it empty if you haven't donated yet.",
}: Props) {
  return (
    <>
      <TextField label="Full Name" autoComplete="name" isRequired {...form.text('fullName')} />
      <TextField label="University ID" autoComplete="off" isRequired {...form.text('universityId')} />
      <SelectField
        label="Role"
        options={UNIVERSITY_ROLE_LABELS}
        placeholder="Select…"
        isRequired
        {...form.text('universityRole')}
      />
      <TextField label="Department" autoComplete="off" isRequired {...form.text('department')} />
      <SelectField
        label="Blood Group"
        options={BLOOD_GROUPS}
        placeholder="Select…"
        isRequired
        hint={useBloodGroupHint()}
        {...form.text('bloodGroup')}
      />
      <TextField
        label="Contact Number"
        type="tel"
        autoComplete="tel"
        isRequired
        {...form.text('contactNumber')}
      />
      <CheckboxField
        label="Show my contact number to people searching"
        hint="Otherwise it stays hidden in search results."
        {...form.checkbox('allowContactVisibility')}
      />
      <TextField
        label="Last Donation Date"
        type="date"
        hint={`${lastDonationHint} Searches show the day you can give again.`}
        isOptional
        {...form.text('lastDonationDate')}
      />
      <CheckboxField
        label="Available to donate"
        hint="You appear in searches only while you're available."
        {...form.checkbox('isAvailable')}
      />
    </>
  )
}

/** Placeholder of a form with these fields while it loads. */
export const DonorFormSkeleton = ({ fields = 9 }) => (
  <Skeleton status="Loading...">
    <FormSkeleton fields={fields} />
  </Skeleton>
)
