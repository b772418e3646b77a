import { dismissReport, type ReportRecord } from '@blood-bank/contract/reports/cases'
import { DISMISSAL_REASON_LABELS } from '@blood-bank/contract/reports/reasons'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextAreaField } from '../../forms/text-area-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toasts.ts'
import { refreshReports, showChangedCase } from './queries.ts'

type Props = { report: ReportRecord; onDone: () => void; onCancel: () => void }

/** Asks why a report is ignored, and ignores it. */
export function DismissalForm({ report: { id }, onDone, onCancel }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: dismissReport.body,
    initial: { reason: '', note: '' },
    send: async body => {
      await showChangedCase(client, await call(dismissReport, { params: { id }, body }))
      showToast('The report is ignored.')
    },
    onSent: onDone,
    explain: refusal => {
      if (isRefused(refusal)) void refreshReports(client)
      return explainFailure(refusal, 'Failed to ignore the report. Please try again.')
    },
  })
  return (
    <Form form={form} action="Ignore report" otherActions={<Button onClick={onCancel}>Back</Button>}>
      <SelectField
        label="Reason"
        options={DISMISSAL_REASON_LABELS}
        placeholder="Select a reason"
        isRequired
        {...form.text('reason')}
      />
      <TextAreaField label="Note" hint="For admins." rows={2} isOptional {...form.text('note')} />
    </Form>
  )
}
