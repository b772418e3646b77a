import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { type Donor, UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors/endpoints'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import type { useContractForm } from '../../forms/use-contract-form.ts'
import { FormSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'

/** The values of the form of a donor profile. */
export type DonorFormValues = {
  fullName: string
  universityId: string
  universityRole: string
  department: string
  bloodGroup: string
  contactNumber: string
  isAvailable: boolean
  lastDonationDate: string
  allowContactVisibility: boolean
}

/** The initial values of a new profile (defaults: spec §3). */
export const NEW_DONOR: DonorFormValues = {
  fullName: '',
  universityId: '',
  universityRole: '',
  department: '',
  bloodGroup: '',
  contactNumber: '',
  isAvailable: true,
  lastDonationDate: '',
  allowContactVisibility: false,
}

/** The initial values of the form for an existing profile. */
export const formValuesOf = (donor: Donor): DonorFormValues => ({
  fullName: donor.fullName,
  universityId: donor.universityId,
  universityRole: donor.universityRole,
  department: donor.department,
  bloodGroup: donor.bloodGroup,
  contactNumber: donor.contactNumber,
  isAvailable: donor.isAvailable,
  lastDonationDate: donor.lastDonationDate ?? '',
  allowContactVisibility: donor.allowContactVisibility,
})

type DonorFormState = ReturnType<typeof useContractForm<DonorFormValues, never, never>>
type PropsOf<Kind extends 'text' | 'checkbox'> = (
  name: Parameters<DonorFormState[Kind]>[0],
) => Omit<ReturnType<DonorFormState[Kind]>, 'name'> & { name: string }

/** The form, which may have other fields, too. */
type Fields = { text: PropsOf<'text'>; checkbox: PropsOf<'checkbox'> }

/** The fields for both registration and editing. */
export function DonorFields({ form, bloodGroupHint }: { form: Fields; bloodGroupHint?: string }) {
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
        hint={bloodGroupHint}
        isRequired
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
        hint="Leave it empty if you haven't donated yet. Searches show from which date you can donate again."
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
export const DonorFormSkeleton = () => (
  <Skeleton status="Loading...">
    <FormSkeleton fields={9} />
  </Skeleton>
)
