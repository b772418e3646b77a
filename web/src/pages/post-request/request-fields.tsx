import { HOSPITAL_DECIDES_GROUPS } from '@blood-bank/contract/blood-requests/descriptions'
import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals } from '@blood-bank/contract/blood-requests/posting'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { COMPONENT_LABELS, FEW_GIVE_BY_MACHINE } from '@blood-bank/contract/donors/components'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { ZoneNote } from '../../api/zone-note.tsx'
import { namesOfPlace } from '../../features/blood-requests/queries.ts'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { RadioField } from '../../forms/radio-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useBloodGroupHint } from '../../forms/use-blood-group-in-url.ts'
import type { FieldsOf } from '../../forms/use-contract-form.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'
import styles from './page.module.css'

/** The fields of a blood request: first what it needs at least, in one window of a phone; what is optional opens. */
export function RequestFields({ text, checkbox }: FieldsOf<BloodRequestValues>) {
  const hospitals = useHospitals()
  return (
    <>
      <div className={styles.group}>
        <TextField label="Patient Name" autoComplete="off" isRequired {...text('patientName')} />
        <SelectField
          label="Blood Group"
          options={BLOOD_GROUPS}
          placeholder="Select…"
          isRequired
          hint={useBloodGroupHint()}
          {...text('requiredBloodGroup')}
        />
        <TextField
          label="Hospital"
          autoComplete="off"
          suggestions={hospitals}
          isRequired
          {...text('hospitalName')}
        />
        <TextField label="Contact Person" autoComplete="name" isRequired {...text('contactPerson')} />
        <TextField
          label="Contact Number"
          type="tel"
          autoComplete="tel"
          hint="Every signed-in member sees it."
          isRequired
          {...text('contactNumber')}
        />
      </div>
      <div className={styles.group}>
        <TextField
          label="Units Required"
          inputMode="numeric"
          autoComplete="off"
          hint="One bag is one unit."
          {...text('unitsRequired')}
        />
        <ComponentFields text={text} checkbox={checkbox} />
        <RadioField
          label="Urgency"
          options={URGENCY_DESCRIPTIONS}
          hint="Urgent asks more donors at once, also at night."
          {...text('urgency')}
        />
      </div>
      <OptionalFields text={text} />
    </>
  )
}

/** One line that says what is in it. It opens when something is entered, by an earlier request too, or wrong. */
function OptionalFields({ text }: Pick<FieldsOf<BloodRequestValues>, 'text'>) {
  const fields = [text('hospitalLocation'), text('neededBy'), text('additionalInfo')] as const
  const [hospitalLocation, neededBy, additionalInfo] = fields
  const [isOpen, setIsOpen] = useState(false)
  const isFilled = fields.some(({ value }) => value !== '')
  const [wasFilled, setWasFilled] = useState(false)
  // During rendering: what is wrong must be there to receive the focus.
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    if (isFilled) setIsOpen(true)
  } else if (!isOpen && fields.some(({ error }) => error)) setIsOpen(true)
  return (
    <details
      className={styles.optional}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
    >
      <summary>Add a location, a deadline or details</summary>
      <div className={styles.group}>
        <TextField
          label="Hospital Location"
          autoComplete="off"
          hint="Area, building, floor or ward."
          isOptional
          {...hospitalLocation}
        />
        <NeededByField {...neededBy} />
        <TextAreaField
          label="Additional Info"
          rows={3}
          hint="For example what donors should bring, or when they can come."
          isOptional
          {...additionalInfo}
        />
      </div>
    </details>
  )
}

/** Blood or platelets, and of which groups the hospital takes these. */
function ComponentFields({ text, checkbox }: FieldsOf<BloodRequestValues>) {
  const component = text('component')
  return (
    <>
      <RadioField label="Blood or platelets" options={COMPONENT_LABELS} {...component} />
      {component.value === 'apheresis-platelets' && <p>{FEW_GIVE_BY_MACHINE}</p>}
      {component.value !== 'blood' && (
        <CheckboxField
          label="The hospital takes other blood groups, too"
          hint={HOSPITAL_DECIDES_GROUPS}
          {...checkbox('takesOtherGroups')}
        />
      )}
    </>
  )
}

/** How many days from today: until the end of that day at the university. */
const QUICK_CHOICES = { Today: 0, Tomorrow: 1, 'In 3 days': 3 }

/** When the blood is needed. Three choices save opening the calendar of a phone; pressed again, one is taken back. */
const NeededByField = (field: ReturnType<FieldsOf<BloodRequestValues>['text']>) => (
  <div>
    <div className={styles.choices}>
      {Object.entries(QUICK_CHOICES).map(([label, days]) => {
        const end = () => `${addDays(calendarDateOf(currentTime(), site.timeZone), days)}T23:59`
        const isChosen = field.value !== '' && field.value === end()
        return (
          <Button key={label} aria-pressed={isChosen} onClick={() => field.onChange(isChosen ? '' : end())}>
            {label}
          </Button>
        )
      })}
    </div>
    <TextField
      label="Needed by"
      type="datetime-local"
      hint={
        <>
          <span>In university time. When it has passed, we ask you whether blood is still needed.</span>
          <ZoneNote at={field.value} />
        </>
      }
      isOptional
      {...field}
    />
  </div>
)

const FRESH_MS = 5 * MINUTE_MS
const NONE: readonly string[] = []

/** The hospitals of active requests; none while they can't be fetched, as the form works without them. */
function useHospitals(): readonly string[] {
  const query = useQuery({
    queryKey: ['hospitals'],
    queryFn: ({ signal }) => call(listHospitals, {}, { signal }),
    staleTime: FRESH_MS,
  })
  return query.data?.hospitals ?? NONE
}

/** The fields of the form before anything is filled in. */
export const NEW_BLOOD_REQUEST = {
  patientName: '',
  requiredBloodGroup: '',
  component: 'blood',
  takesOtherGroups: false,
  unitsRequired: '1',
  hospitalName: '',
  hospitalLocation: '',
  contactPerson: '',
  contactNumber: '',
  urgency: 'urgent',
  neededBy: '',
  additionalInfo: '',
  /** What somebody has said is right although the hospital contains the patient's name (`namesOfPlace`). */
  confirmedPlace: '',
}

export type BloodRequestValues = typeof NEW_BLOOD_REQUEST

/** The form that is sent. */
export const formOf = ({ confirmedPlace, ...values }: BloodRequestValues) => ({
  ...values,
  isHospitalName: confirmedPlace === namesOfPlace(values),
})
