import { dismissReport, type ReportRecord } from '@blood-bank/contract/reports/cases'
import { DISMISSAL_REASON_LABELS, REPORT_KIND_LABELS } from '@blood-bank/contract/reports/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { Moment } from '../../api/moment.tsx'
import { Form } from '../../forms/form.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { counted } from '../../ui/records/counts.ts'
import { ReasonFields } from '../users/reason-fields.tsx'
import { refreshReports, showChangedCase } from './queries.ts'
import styles from './report-cases.module.css'

type Props = {
  report: ReportRecord
  /** Whether an admin has still to decide about the case. */
  isWaiting: boolean
  onChanged: () => void
}

/** A report with who made it, and a button that ignores it. */
export function ReportItem({ report, isWaiting, onChanged }: Props) {
  const { kind, text, reportedAt, reporter, dismissedAt, countsByItself } = report
  const [isDismissing, setIsDismissing] = useState(false)
  // The focus returns to the button.
  const [hasGoneBack, setHasGoneBack] = useState(false)
  const goBack = () => {
    setHasGoneBack(true)
    setIsDismissing(false)
  }
  const kindId = useId()
  return (
    <li className={styles.report}>
      <div className={styles.line}>
        <strong id={kindId}>{REPORT_KIND_LABELS[kind]}</strong>
        <span role="status">{dismissedAt && <Badge tone="plain">Ignored</Badge>}</span>
        {!dismissedAt && !countsByItself && <Badge tone="plain">Doesn't count toward hiding</Badge>}
      </div>
      {text !== null && <p className={styles.text}>{text}</p>}
      <SmallPrint>
        <span>{describeReporter(reporter)}</span>, <Moment at={reportedAt} />
      </SmallPrint>
      {isDismissing && <DismissalForm report={report} onDone={onChanged} onCancel={goBack} />}
      {isWaiting && !dismissedAt && !isDismissing && (
        <div>
          <button
            type="button"
            className={styles.ignore}
            aria-describedby={kindId}
            ref={button => {
              if (hasGoneBack) button?.focus()
            }}
            onClick={() => setIsDismissing(true)}
          >
            Ignore this report
          </button>
        </div>
      )}
    </li>
  )
}

/** "rima@campus.edu (2 reports ignored)" */
function describeReporter(reporter: ReportRecord['reporter']): string {
  if (!reporter) return 'An erased account'
  const { email, dismissed } = reporter
  return dismissed > 0 ? `${email} (${counted(dismissed, ['report ignored', 'reports ignored'])})` : email
}

type DismissalFormProps = { report: ReportRecord; onDone: () => void; onCancel: () => void }

/** Asks why a report is ignored, and ignores it. */
function DismissalForm({ report: { id }, onDone, onCancel }: DismissalFormProps) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: dismissReport.body,
    initial: { reason: '', note: '' },
    send: async body => showChangedCase(client, await call(dismissReport, { params: { id }, body })),
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
