import { REMOVAL_REASON_LABELS } from '@blood-bank/contract/blood-requests/removals'
import { useEffect, useRef } from 'react'
import { RadioField } from '../../../forms/radio-field.tsx'

type Props = {
  reason: string
  onChange: (reason: string) => void
  /** Why the answer can't be sent, once the admin has tried. */
  fault: string | null
  /** How often the admin has tried. */
  tries: number
}

/** Asks an admin why they cancel or delete somebody's request. Nothing is chosen for them: the owner reads it. */
export function ReasonQuestion({ reason, onChange, fault, tries }: Props) {
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) question.current?.querySelector('input')?.focus()
  }, [tries])
  return (
    <div ref={question}>
      <RadioField
        name="reason"
        label="Reason"
        hint="The owner reads it in an email and on the dashboard, with the date and without your name."
        options={REMOVAL_REASON_LABELS}
        value={reason}
        onChange={onChange}
        error={fault ?? undefined}
      />
    </div>
  )
}
