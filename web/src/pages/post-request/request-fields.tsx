import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import type { ReactNode } from 'react'
import { RadioField } from '../../forms/radio-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import type { FieldsOf } from '../../forms/use-contract-form.ts'
import { NeededByField } from './needed-by-field.tsx'
import styles from './request-fields.module.css'
import type { BloodRequestValues } from './request-values.ts'
import { useHospitals } from './use-hospitals.ts'

/** The fields of a blood request: what is needed, where, and whom to call. */
export function RequestFields({ text }: Pick<FieldsOf<BloodRequestValues>, 'text'>) {
  const hospitals = useHospitals()
  return (
    <>
      <FieldGroup title="What is needed">
        <TextField
          label="Patient Name"
          autoComplete="off"
          hint="Donors ask for this person at the hospital."
          isRequired
          {...text('patientName')}
        />
        <FieldRow>
          <SelectField
            label="Blood Group"
            options={BLOOD_GROUPS}
            placeholder="Select…"
            isRequired
            {...text('requiredBloodGroup')}
          />
          <TextField
            label="Units Required"
            inputMode="numeric"
            autoComplete="off"
            hint="One bag is one unit."
            {...text('unitsRequired')}
          />
        </FieldRow>
        <RadioField
          label="Urgency"
          options={URGENCY_DESCRIPTIONS}
          hint="Urgent asks more donors at once, also at night."
          {...text('urgency')}
        />
        <NeededByField {...text('neededBy')} />
        <TextAreaField
          label="Additional Info"
          rows={3}
          hint="For example what donors should bring, or when they can come."
          isOptional
          {...text('additionalInfo')}
        />
      </FieldGroup>
      <FieldGroup title="Where">
        <TextField
          label="Hospital"
          autoComplete="off"
          hint="The name by which donors find it."
          suggestions={hospitals}
          isRequired
          {...text('hospitalName')}
        />
        <TextField
          label="Hospital Location"
          autoComplete="off"
          hint="Area, building, floor or ward."
          isOptional
          {...text('hospitalLocation')}
        />
      </FieldGroup>
      <FieldGroup title="Whom to call">
        <TextField
          label="Contact Person"
          autoComplete="name"
          hint="Who answers the phone: you, or somebody with the patient."
          isRequired
          {...text('contactPerson')}
        />
        <TextField
          label="Contact Number"
          type="tel"
          autoComplete="tel"
          hint="Every signed-in member sees it, so that donors can call."
          isRequired
          {...text('contactNumber')}
        />
      </FieldGroup>
    </>
  )
}

/** Fields that belong together, under a heading. */
const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend className={styles.title}>{title}</legend>
    {children}
  </fieldset>
)

/** Two short fields side by side. */
const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>
