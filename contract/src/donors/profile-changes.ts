import * as z from 'zod/mini'
import { StoredContactNumber } from '../contact-numbers/field.ts'
import { endpoint } from '../endpoint.ts'
import { checkForm, type Fault, withRequired } from '../forms.ts'
import { cleanCode } from '../typed-text/clean.ts'
import { Donor, SAVING_MESSAGES } from './endpoints.ts'
import { StoredUniversityId } from './fields.ts'
import { DONOR_FIELDS, DonorForm } from './registration.ts'

/** A donor profile that exists, as its owner edits it: its University ID and number may be what could not be registered today. */
export const DonorChangeForm = withRequired(
  z.extend(DonorForm, { universityId: StoredUniversityId, contactNumber: StoredContactNumber }),
  DONOR_FIELDS,
)

/** What is wrong with a changed profile: what was stored before is not refused while nobody touches it. */
export function findFaultOfChange(
  form: DonorForm,
  stored: Pick<DonorForm, 'universityId' | 'contactNumber'>,
): Fault | undefined {
  const kept = (['universityId', 'contactNumber'] as const).filter(
    name => form[name] === cleanCode(stored[name]),
  )
  const faults = Object.entries(checkForm(DonorForm, form).fault?.fields ?? {})
  const fields = faults.filter(([name]) => !kept.some(field => field === name))
  const [first] = fields
  return first && { message: first[1], fields: Object.fromEntries(fields) }
}

export const updateOwnDonor = endpoint({
  method: 'PUT',
  path: '/api/donors/mine',
  access: 'email-verified',
  ...SAVING_MESSAGES,
  summary: 'Save my donor profile. A changed blood group has to be verified again.',
  body: DonorChangeForm,
  reply: { status: 200, body: Donor },
  refusals: ['donor-not-found', 'donation-date-too-early'],
})
