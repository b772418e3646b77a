import { howGiven } from '@blood-bank/contract/blood-requests/descriptions'
import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { DECISION_LABELS, DECISION_REASON_LABELS } from '@blood-bank/contract/reports/endpoints'
import { useEffect, useRef, useState } from 'react'
import { Moment } from '../../api/moment.tsx'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import { RecordsList } from '../dialogs/records-list.tsx'
import { DecisionForm } from './decision-form.tsx'
import { nameOfCase } from './name-of-case.ts'
import { useNotesOfCase, useReportCase, useReportsOfCase } from './queries.ts'
import styles from './report-cases.module.css'
import { ReportItem } from './report-item.tsx'

type Decision = NonNullable<ReportCase['decision']>
type Props = { listed: ReportCase; onClose: () => void }

/** The reports of a case, and the decision of an admin. */
export function CaseDialog({ listed, onClose }: Props) {
  const reported = useReportCase(listed)
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <Dialog
      title={`Reports about ${reported.subject === 'person' ? '' : 'the '}${nameOfCase(reported)}`}
      hasCloseButton
      onClose={onClose}
    >
      <CaseFacts reported={reported} />
      <RecordsList
        label="Reports"
        list={useReportsOfCase(reported.id)}
        failed="Failed to load the reports."
        none="There are no reports."
        renderRecord={(report, onChanged) => (
          <ReportItem report={report} isWaiting={reported.decision === null} onChanged={onChanged} />
        )}
      />
      <CaseNotes id={reported.id} />
      {reported.decision ? (
        <DecisionNotice decision={reported.decision} refusal={refusal} />
      ) : (
        <DecisionForm reported={reported} onDone={onClose} onTooLate={setRefusal} />
      )}
      <PasswordConfirmation />
    </Dialog>
  )
}

type NoticeProps = { decision: Decision; refusal: string | null }

function DecisionNotice({ decision: { decision, reason, decidedAt }, refusal }: NoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  // It may take the place of the form, in which the focus was.
  useEffect(() => {
    if (isFocusLost()) ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1}>
      {refusal && <p>{refusal}</p>}
      <Notice kind="info">
        {DECISION_LABELS[decision]} on <Moment at={decidedAt} />. Reason: {DECISION_REASON_LABELS[reason]}.
      </Notice>
    </div>
  )
}

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

/** What is reported, and what reports have caused so far. */
function CaseFacts({ reported }: { reported: ReportCase }) {
  const { subject, bloodRequest, requiredBloodGroup, person } = reported
  const isRequest = subject === 'blood-request'
  return (
    <>
      {isRequest && (
        <Facts
          facts={{
            'Blood Group': requiredBloodGroup,
            Platelets: howGiven(reported),
            Request: bloodRequest ? <Status {...bloodRequest} /> : 'Deleted',
            'Patient Name': bloodRequest?.patientName ?? null,
            Hospital: bloodRequest?.hospitalName ?? null,
            'Additional Info': bloodRequest?.additionalInfo ?? null,
          }}
        />
      )}
      {bloodRequest?.isMarked && (
        <Facts
          facts={{
            'Still shown':
              'Enough members have reported this to hide it, but a donor whom the club trusts has offered.',
          }}
        />
      )}
      {/* On a line of its own: an email is longer than a column. */}
      <Facts
        facts={{
          [isRequest ? 'Posted by' : 'Person']: person ? <LinkToUser {...person} /> : 'An erased account',
        }}
      />
      {person && <Facts facts={{ Consequence: describePerson(person) }} />}
    </>
  )
}

const LinkToUser = ({ email }: { email: string }) => (
  <Link className={styles.user} to={`/admin/users?${new URLSearchParams({ search: email })}`}>
    {email}
  </Link>
)

const Status = ({ status, hiddenAt }: NonNullable<ReportCase['bloodRequest']>) =>
  hiddenAt ? (
    <>
      Hidden since <Moment at={hiddenAt} />
    </>
  ) : (
    STATUS_LABELS[status]
  )

function describePerson({ isSuspended, isPostingStopped }: NonNullable<ReportCase['person']>): string | null {
  if (isSuspended) return 'The person is suspended.'
  return isPostingStopped ? 'The person cannot post until the reports about them are decided.' : null
}
