import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import type { FieldsOf } from '../../forms/use-contract-form.ts'

type Props = {
  form: Pick<FieldsOf<{ reason: string; note: string }>, 'text'>
  reasons: Readonly<Record<string, string>>
  /** Who reads the note. */
  hint: string
  rows?: number
}

/** Why an admin does something, and a note. */
export const ReasonFields = ({ form, reasons, hint, rows = 2 }: Props) => (
  <>
    <SelectField
      label="Reason"
      options={reasons}
      placeholder="Select a reason"
      isRequired
      {...form.text('reason')}
    />
    <TextAreaField label="Note" hint={hint} rows={rows} isOptional {...form.text('note')} />
  </>
)
