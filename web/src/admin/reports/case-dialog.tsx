import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { DECISION_LABELS, DECISION_REASON_LABELS } from '@blood-bank/contract/reports/reasons'
import { Moment } from '../../api/moment.tsx'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { RecordsDialog } from '../listing/dialog/records-dialog.tsx'
import { CaseFacts } from './case-facts.tsx'
import { DecisionForm } from './decision-form.tsx'
import { nameOfCase } from './name-of-case.ts'
import { useNotesOfCase, useReportsOfCase } from './queries.ts'
import styles from './report-cases.module.css'
import { ReportItem } from './report-item.tsx'

type Props = { reported: ReportCase; onClose: () => void }

/** The reports of a case, and the decision of an admin. */
export const CaseDialog = ({ reported, onClose }: Props) => (
  <RecordsDialog
    title={`Reports about ${reported.subject === 'person' ? '' : 'the '}${nameOfCase(reported)}`}
    onClose={onClose}
    label="Reports"
    list={useReportsOfCase(reported.id)}
    failure="Failed to load the reports."
    none="There are no reports."
    intro={<CaseFacts reported={reported} />}
    renderRecord={(report, onChanged) => (
      <ReportItem report={report} isWaiting={reported.decision === null} onChanged={onChanged} />
    )}
  >
    <CaseNotes id={reported.id} />
    {reported.decision ? (
      <Notice kind="info">
        {DECISION_LABELS[reported.decision.decision]} on <Moment at={reported.decision.decidedAt} />. Reason:{' '}
        {DECISION_REASON_LABELS[reported.decision.reason]}.
      </Notice>
    ) : (
      <DecisionForm reported={reported} onDone={onClose} />
    )}
    <PasswordConfirmation />
  </RecordsDialog>
)

/** What admins wrote about a case; nothing while there is none. */
function CaseNotes({ id }: { id: string }) {
  const notes = useNotesOfCase(id).data?.notes ?? []
  return notes.map(({ text, writtenAt }) => (
    <Stack key={writtenAt} tight>
      <SmallPrint>
        Note of an admin, <Moment at={writtenAt} />
      </SmallPrint>
      <p className={styles.text}>{text}</p>
    </Stack>
  ))
}
