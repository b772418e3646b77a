import { BLOOD_GROUPS } from '@blood-bank/contract/blood-groups'
import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests'
import type { Fault } from '@blood-bank/contract/forms'
import { NEEDED_BY_UNCLEAR } from '@blood-bank/contract/needed-by'
import { BloodRequestForm as schema } from '@blood-bank/contract/posting'
import { Suspense } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { useSimilarRequestQuestion } from './similar/use-similar-request-question.ts'
import { usePostBloodRequest } from './use-post-blood-request.ts'

const NEW_BLOOD_REQUEST = {
  patientName: '',
  requiredBloodGroup: '',
  unitsRequired: '1',
  hospitalName: '',
  hospitalLocation: '',
  contactPerson: '',
  contactNumber: '',
  urgency: 'urgent',
  neededBy: '',
  additionalInfo: '',
}

/**
 * Reads a number of digits only; NaN for other notations ("1e2", "0x10"), 0 for an empty text. The field is a text field,
 * as a number field would hide invalid input from us.
 */
function readUnits(input: string): number {
  const text = input.trim()
  return text === '' || /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

const NEEDED_BY_HINT =
  "Optional. When this time has passed, we ask you whether blood is still needed. It's the time at the university."

const INCOMPLETE = { message: NEEDED_BY_UNCLEAR, fields: { neededBy: NEEDED_BY_UNCLEAR } }

const hasIncompleteTime = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('[name="neededBy"]')?.validity.badInput === true

/** Loaded on demand: dialogs are large. */
const SimilarRequestDialog = lazyPage(
  () => import('./similar/similar-request-dialog.tsx'),
  'SimilarRequestDialog',
)

/** Posts a blood request. */
export function BloodRequestForm({ onPosted }: { onPosted: () => void }) {
  const post = usePostBloodRequest()
  const similar = useSimilarRequestQuestion()
  const form = useContractForm({
    schema,
    initial: NEW_BLOOD_REQUEST,
    prepare: values => ({ ...values, unitsRequired: readUnits(values.unitsRequired) }),
    // A date without a time reads as empty.
    check: (): Fault | undefined => (hasIncompleteTime(form.ref.current) ? INCOMPLETE : undefined),
    send: bloodRequest => similar.askIfRefused(post, bloodRequest),
    onSent: onPosted,
    explain: refusal => explainFailure(refusal, 'Failed to submit blood request. Please try again.'),
    draftKey: 'post-request',
    survivesReload: true,
  })
  return (
    <Form form={form} action="Post Request">
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} />
      <TextField label="Patient Name" autoComplete="off" isRequired {...form.text('patientName')} />
      <SelectField
        label="Blood Group"
        options={BLOOD_GROUPS}
        placeholder="Select…"
        isRequired
        {...form.text('requiredBloodGroup')}
      />
      <TextField
        label="Units Required"
        inputMode="numeric"
        autoComplete="off"
        {...form.text('unitsRequired')}
      />
      <TextField label="Hospital" autoComplete="off" isRequired {...form.text('hospitalName')} />
      <TextField label="Hospital Location" autoComplete="off" {...form.text('hospitalLocation')} />
      <TextField label="Contact Person" autoComplete="name" isRequired {...form.text('contactPerson')} />
      <TextField
        label="Contact Number"
        type="tel"
        autoComplete="tel"
        hint="Members will see it with the request and call it."
        isRequired
        {...form.text('contactNumber')}
      />
      <SelectField label="Urgency" options={URGENCY_DESCRIPTIONS} {...form.text('urgency')} />
      <TextField label="Needed by" type="datetime-local" hint={NEEDED_BY_HINT} {...form.text('neededBy')} />
      <TextAreaField label="Additional Info" {...form.text('additionalInfo')} />
      {similar.question && (
        <Suspense>
          <SimilarRequestDialog {...similar.question} />
        </Suspense>
      )}
    </Form>
  )
}
