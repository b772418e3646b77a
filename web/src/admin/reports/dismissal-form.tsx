import { dismissReport, type ReportRecord } from '@blood-bank/contract/reports/cases'
import { DISMISSAL_REASON_LABELS } from '@blood-bank/contract/reports/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toasts.ts'
import { ReasonFields } from '../listing/dialog/reason-fields.tsx'
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
    onRefused: () => refreshReports(client),
    explain: refusal => explainFailure(refusal, 'Failed to ignore the report. Please try again.'),
  })
  return (
    <Form form={form} action="Ignore report" otherActions={<Button onClick={onCancel}>Back</Button>}>
      <ReasonFields form={form} reasons={DISMISSAL_REASON_LABELS} hint="For admins." />
    </Form>
  )
}
