import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { Moment } from '../../api/moment.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import styles from './report-cases.module.css'

/** What is reported, and what reports have caused so far. */
export function CaseFacts({
  reported: { subject, bloodRequest, requiredBloodGroup, person },
}: {
  reported: ReportCase
}) {
  const isRequest = subject === 'blood-request'
  return (
    <>
      {isRequest && (
        <Facts
          facts={{
            'Blood Group': requiredBloodGroup,
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
      {person && <Facts facts={{ 'What follows': describePerson(person) }} />}
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
