import type { Overview } from '@blood-bank/contract/site/overview'
import { type ReactNode, useId } from 'react'
import { Moment } from '../../api/moment.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { counted, formatCount } from '../../ui/records/counts.ts'
import { formatDay } from '../../ui/records/dates.ts'
import { Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { describeFaults, describeReports } from './describe-waiting.ts'
import styles from './to-do.module.css'

export const ToDoSkeleton = () => (
  <Skeleton className={styles.list}>
    <div className={styles.line}>
      <Line width={18} />
    </div>
  </Skeleton>
)

/** What waits for an admin: first what keeps blood from a patient, last what can wait. */
export function ToDo({ counts, isShownEmpty }: { counts: Overview; isShownEmpty: boolean }) {
  const {
    requestsWithoutOffer,
    requestsHeldBack,
    reportsWaiting,
    numberWarnings,
    alertWarnings,
    contradictionWarnings,
    disputedDonations,
    donorsToVerify,
  } = counts
  const lines = [
    requestsWithoutOffer > 0 && (
      <LinkLine key="offers" isUrgent to="/admin/requests?offers=none-for-an-hour">
        {`${counted(requestsWithoutOffer, ['request', 'requests'])} without an offer for an hour`}
      </LinkLine>
    ),
    requestsHeldBack > 0 && (
      <LinkLine key="held-back" isUrgent to="/admin/requests?alerts=held-back">
        {`${counted(requestsHeldBack, ['request', 'requests'])} of new members held back: call, then say which are real`}
      </LinkLine>
    ),
    ...describeFaults(counts).map(fault => (
      <li key={fault} className={styles.line} data-urgent>
        {fault}
      </li>
    )),
    reportsWaiting.total > 0 && (
      <LinkLine key="reports" isUrgent={reportsWaiting.hiddenRequests > 0} to="/admin/reports">
        {describeReports(reportsWaiting)}
      </LinkLine>
    ),
    numberWarnings.length > 0 && (
      <DetailedLine
        key="numbers"
        text={`${numberWarnings.length === 1 ? 'This account was' : 'These accounts were'} shown many phone numbers in the last 24 hours. If nobody knows why, check the account.`}
      >
        {numberWarnings.map(({ userId, email, lastHour, lastDay, wasRefused, warnedAt }) => (
          <Detail key={userId} to={toSearch('users', email)} action={email}>
            <span>{`${formatCount(lastHour)} in an hour and ${formatCount(lastDay)} in a day by`}</span>{' '}
            <Moment at={warnedAt} />
            <span>{wasRefused ? '. More were refused.' : '.'}</span>
          </Detail>
        ))}
      </DetailedLine>
    ),
    alertWarnings.length > 0 && (
      <DetailedLine
        key="alerts"
        text={`Many donors were asked for ${alertWarnings.length === 1 ? 'this account' : 'these accounts'} in the last 24 hours. If nobody knows why, check the requests.`}
      >
        {alertWarnings.map(({ userId, email, donorsAsked }) => (
          <Detail key={userId} to={toSearch('requests', email)} action={email}>
            <span>{`${donorsAsked} donors.`}</span>
          </Detail>
        ))}
      </DetailedLine>
    ),
    contradictionWarnings.length > 0 && (
      <DetailedLine
        key="contradictions"
        text="Donors say that they gave, although the member who posted the request said that the hospital couldn't take them. Ask both sides."
      >
        {contradictionWarnings.map(({ userId, email, donors }) => (
          <Detail key={userId} to={toSearch('requests', email)} action={email}>
            <span>{`${donors} donors in the last 30 days.`}</span>
          </Detail>
        ))}
      </DetailedLine>
    ),
    disputedDonations.total > 0 && <Disputes key="disputes" disputed={disputedDonations} />,
    donorsToVerify > 0 && (
      <LinkLine key="donors" to="/admin/donors?isVerified=false&isProfileActive=true">
        {`${counted(donorsToVerify, ['donor', 'donors'])} to verify`}
      </LinkLine>
    ),
  ].filter(line => line !== false)
  if (lines.length === 0 && !isShownEmpty) return null
  return (
    <Section title="To do">
      {lines.length > 0 ? <ul className={styles.list}>{lines}</ul> : <p>Nothing to do.</p>}
    </Section>
  )
}

type LineProps = { to: string; isUrgent?: boolean; children: ReactNode }

/** A line that leads to exactly what it counts. */
const LinkLine = ({ to, isUrgent, children }: LineProps) => (
  <li>
    <Link className={styles.line} data-urgent={isUrgent || undefined} to={to}>
      {children}
      <span className={styles.arrow} aria-hidden="true">
        →
      </span>
    </Link>
  </li>
)

/** A line about a few records, each with a link. */
const DetailedLine = ({ title, text, children }: { title?: string; text: string; children: ReactNode }) => (
  <li className={styles.line}>
    <div>
      {title && <strong>{`${title}. `}</strong>}
      <span>{text}</span>
      <ul className={styles.details}>{children}</ul>
    </div>
  </li>
)

type DetailProps = { to: string; action: string; children: ReactNode }

/** A record, after the link to it. */
function Detail({ to, action, children }: DetailProps) {
  return (
    <li>
      <Link className={styles.detail} to={to}>
        {action}
      </Link>
      : {children}
    </li>
  )
}

/** Donations that donors say did not happen. */
function Disputes({ disputed: { total, records } }: { disputed: Overview['disputedDonations'] }) {
  const id = useId()
  return (
    <DetailedLine
      title={counted(total, ['disputed donation', 'disputed donations'])}
      text="The donor says that it did not happen. Ask both sides, then decide."
    >
      {records.map(({ id: donation, donatedOn, donor }) => (
        <li key={donation}>
          <span id={`${id}${donation}`}>{`${donor.fullName}, ${formatDay(donatedOn)}`}</span>{' '}
          <Link
            className={styles.detail}
            aria-describedby={`${id}${donation}`}
            to={`${toSearch('donors', donor.email)}&donations=${donor.id}`}
          >
            Decide
          </Link>
        </li>
      ))}
      {total > records.length && <li>{`And ${formatCount(total - records.length)} more.`}</li>}
    </DetailedLine>
  )
}

const toSearch = (list: 'users' | 'requests' | 'donors', search: string) =>
  `/admin/${list}?${new URLSearchParams({ search })}`
