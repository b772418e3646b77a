import { BLOOD_GROUPS } from '@blood-bank/contract/blood-groups'
import {
  LEAST_UNITS,
  MOST_UNITS,
  BloodRequestForm as schema,
  URGENCY_DESCRIPTIONS,
} from '@blood-bank/contract/blood-requests'
import { explainFailure } from '../../api/explain-failure.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePosting } from './use-posting.ts'

const NEW_BLOOD_REQUEST = {
  patientName: '',
  requiredBloodGroup: '',
  unitsRequired: '1',
  hospitalName: '',
  hospitalLocation: '',
  contactPerson: '',
  contactNumber: '',
  urgency: 'urgent',
  additionalInfo: '',
}

/** Asks for blood. */
export function BloodRequestForm({ onPosted }: { onPosted: () => void }) {
  const post = usePosting()
  const form = useContractForm({
    schema,
    initial: NEW_BLOOD_REQUEST,
    prepare: typed => ({ ...typed, unitsRequired: Number(typed.unitsRequired) }),
    send: post,
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
        type="number"
        inputMode="numeric"
        min={LEAST_UNITS}
        max={MOST_UNITS}
        {...form.text('unitsRequired')}
      />
      <TextField label="Hospital" autoComplete="off" isRequired {...form.text('hospitalName')} />
      <TextField label="Hospital Location" autoComplete="off" {...form.text('hospitalLocation')} />
      <TextField label="Contact Person" autoComplete="name" isRequired {...form.text('contactPerson')} />
      <TextField
        label="Contact Number"
        type="tel"
        autoComplete="tel"
        hint="Members call it: it is shown with the request."
        isRequired
        {...form.text('contactNumber')}
      />
      <SelectField label="Urgency" options={URGENCY_DESCRIPTIONS} {...form.text('urgency')} />
      <TextAreaField label="Additional Info" {...form.text('additionalInfo')} />
    </Form>
  )
}
