import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { DECISION_LABELS, DECISION_REASON_LABELS } from '@blood-bank/contract/reports/reasons'
import { useState } from 'react'
import { site } from '../../api/site.ts'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { formatMoment } from '../../ui/records/dates.ts'
import { RecordsDialog } from '../listing/dialog/records-dialog.tsx'
import { CaseFacts } from './case-facts.tsx'
import { DecisionForm } from './decision-form.tsx'
import { CLEARING, SUSPENDING, UPHOLDING } from './decisions.ts'
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
        {DECISION_LABELS[reported.decision.decision]} on{' '}
        {formatMoment(reported.decision.decidedAt, site.timeZone)}. Reason:{' '}
        {DECISION_REASON_LABELS[reported.decision.reason]}.
      </Notice>
    ) : (
      <Deciding reported={reported} onDone={onClose} />
    )}
    <PasswordConfirmation />
  </RecordsDialog>
)

type Choice = 'clearing' | 'upholding' | 'suspending'

/** Offers the decisions; the chosen one asks for a reason. */
function Deciding({ reported, onDone }: { reported: ReportCase; onDone: () => void }) {
  const [chosen, setChosen] = useState<Choice | null>(null)
  // The focus returns to its button.
  const [left, setLeft] = useState<Choice | null>(null)
  const goBack = () => {
    setLeft(chosen)
    setChosen(null)
  }
  const common = { reported, onDone, onCancel: goBack }
  if (chosen === 'clearing') return <DecisionForm decision={CLEARING} {...common} />
  if (chosen === 'upholding') return <DecisionForm decision={UPHOLDING} {...common} />
  if (chosen === 'suspending') return <DecisionForm decision={SUSPENDING} {...common} />
  return (
    <Stack row>
      <Button variant="primary" autoFocus={left === 'clearing'} onClick={() => setChosen('clearing')}>
        {CLEARING.labelOf(reported)}
      </Button>
      <Button variant="danger" autoFocus={left === 'upholding'} onClick={() => setChosen('upholding')}>
        {UPHOLDING.labelOf(reported)}
      </Button>
      {/* Nobody is suspended twice. */}
      {reported.person && !reported.person.isSuspended && (
        <Button variant="danger" autoFocus={left === 'suspending'} onClick={() => setChosen('suspending')}>
          {SUSPENDING.labelOf(reported)}
        </Button>
      )}
    </Stack>
  )
}

/** What admins wrote about a case; nothing while there is none. */
function CaseNotes({ id }: { id: string }) {
  const notes = useNotesOfCase(id).data?.notes ?? []
  return notes.map(({ text, writtenAt }) => (
    <Stack key={writtenAt} tight>
      <SmallPrint>
        Note of an admin, <time dateTime={writtenAt}>{formatMoment(writtenAt, site.timeZone)}</time>
      </SmallPrint>
      <p className={styles.text}>{text}</p>
    </Stack>
  ))
}
