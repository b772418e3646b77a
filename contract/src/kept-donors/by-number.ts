import * as z from 'zod/mini'
import { ContactNumber } from '../contact-numbers/field.ts'
import { endpoint } from '../endpoint.ts'
import { SuccessReply, withRequired } from '../forms.ts'
import { CallResult, ComingOutcome } from './calls.ts'
import { OwnKeptDonor } from './own-page.ts'

/** The number of whoever asks what the club keeps about them, or to have it erased. */
export const KeptNumberForm = withRequired(z.strictObject({ contactNumber: ContactNumber }), {
  required: ['contactNumber'],
  missing: 'Please enter the phone number.',
})

/** All that is kept about somebody without an account. */
export const KeptDonorExport = z.extend(z.omit(OwnKeptDonor, { halls: true, hallId: true }), {
  state: z.enum(['invited', 'waiting', 'agreed']),
  hall: z.nullable(z.string()),
  email: z.nullable(z.string()),
  universityId: z.nullable(z.string()),
  universityRole: z.nullable(z.string()),
  recordedPlateletsDate: z.nullable(z.iso.date()),
  restsUntil: z.nullable(z.iso.date()),
  /** When a text message told or asked them; null if none did. */
  toldAt: z.nullable(z.iso.datetime()),
  calls: z.array(
    z.object({
      calledAt: z.iso.datetime(),
      by: z.nullable(z.string()),
      result: z.nullable(CallResult),
      outcome: z.nullable(ComingOutcome),
    }),
  ),
})
export type KeptDonorExport = z.infer<typeof KeptDonorExport>

export const exportKeptDonors = endpoint({
  method: 'POST',
  path: '/api/admin/kept-donors/exports',
  access: 'admin',
  needsRecentPassword: true,
  summary:
    'All that is kept about people with a number and without an account, also those who did not agree; the audit log records the export.',
  body: KeptNumberForm,
  refusals: ['number-not-callable'],
  reply: { status: 200, body: z.object({ donors: z.array(KeptDonorExport) }) },
})

export const eraseKeptDonors = endpoint({
  method: 'POST',
  path: '/api/admin/kept-donors/erasures',
  access: 'admin',
  needsRecentPassword: true,
  summary:
    'Erase all of them, also those who did not agree. The number is not kept again for a year; the audit log records the erasure.',
  body: KeptNumberForm,
  refusals: ['number-not-callable'],
  reply: { status: 200, body: SuccessReply },
})

/** What the admin reads after an erasure. */
export const keptDonorsErasedMessage = (count: number) =>
  `${count === 1 ? '1 person was' : `${count || 'No'} people were`} kept with this number. It is not kept again for a year, unless they agree.`
