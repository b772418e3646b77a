import { BLOOD_GROUPS } from '@blood-bank/contract/blood-groups'
import { type Donor, UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import type { useContractForm } from '../../forms/use-contract-form.ts'
import { FormSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'

/** What a donor tells of themselves, as it is typed. */
export type TypedDonor = {
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

/** A form that is begun with nothing (spec §3 has the defaults). */
export const NEW_DONOR: TypedDonor = {
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

/** A form that is begun with a profile. */
export const typedFrom = (donor: Donor): TypedDonor => ({
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

type Fields = Pick<ReturnType<typeof useContractForm<TypedDonor, never, never>>, 'text' | 'checkbox'>

/** The fields of registration and editing alike. */
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
        hint="Otherwise nobody who searches sees it."
        {...form.checkbox('allowContactVisibility')}
      />
      <TextField
        label="Last Donation Date"
        type="date"
        hint="Leave it empty if you have not donated yet."
        {...form.text('lastDonationDate')}
      />
      <CheckboxField
        label="Available to donate"
        hint="Searches find you only while you are available."
        {...form.checkbox('isAvailable')}
      />
    </>
  )
}

/** In the place of a form with these fields until it is here. */
export const DonorFormSkeleton = () => (
  <Skeleton says="Loading...">
    <FormSkeleton fields={9} />
  </Skeleton>
)
