import type { AlertWarning, NumberWarning, Overview } from '@blood-bank/contract/campus/overview'
import { site } from '../../api/site.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatDay, formatMoment } from '../../ui/records/dates.ts'
import styles from './warnings.module.css'

/** What admins have to look at. */
export const Warnings = ({ counts }: { counts: Overview }) => (
  <>
    {counts.reportsWaiting > 0 && <ReportsWaiting waiting={counts.reportsWaiting} />}
    <DeliveryWarnings counts={counts} />
    {counts.numberWarnings.length > 0 && <NumberWarnings warnings={counts.numberWarnings} />}
    {counts.alertWarnings.length > 0 && <AlertWarnings warnings={counts.alertWarnings} />}
    {counts.disputedDonations.total > 0 && <DisputedDonations disputed={counts.disputedDonations} />}
  </>
)

/** Reports wait for a decision: a hidden request may be a real one. */
const ReportsWaiting = ({ waiting }: { waiting: number }) => (
  <Notice kind="warning">
    {waiting === 1
      ? 'Members have reported a request or a person'
      : `Members have reported ${count(waiting)} requests or people`}
    . Requests stay hidden until an admin decides: <Link to="/admin/reports">look at the reports</Link>.
  </Notice>
)

/** Warns admins about emails, notifications and alerts that do not arrive, as their recipients can't know. */
function DeliveryWarnings({ counts: { deadMails, deliveryFaults } }: { counts: Overview }) {
  const { mailsGivenUp, pushesGivenUp, planningDelayMinutes } = deliveryFaults
  const warnings = [
    mailsGivenUp > 0 &&
      `Emails are not being delivered: ${failed(mailsGivenUp)} since yesterday. Check SMTP_URL and the server's log.`,
    mailsGivenUp === 0 &&
      deadMails > 0 &&
      `${deadMails === 1 ? '1 email' : `${count(deadMails)} emails`} couldn't be delivered. Ask the operator of the server to check the outbox, which has the errors.`,
    pushesGivenUp > 0 &&
      `Notifications are not being delivered: ${failed(pushesGivenUp)} since yesterday. Check the server's log, and that the server can reach the push services of browsers.`,
    planningDelayMinutes > 0 &&
      `Donors are being asked too late: a blood request has waited ${count(planningDelayMinutes)} minutes. Check the server's log, and restart the server if it doesn't catch up.`,
  ].filter(warning => warning !== false)
  return warnings.map(warning => (
    <Notice key={warning} kind="warning">
      {warning}
    </Notice>
  ))
}

const failed = (number: number) => (number === 1 ? '1 has failed' : `${count(number)} have failed`)

/** Accounts that may be collecting phone numbers: somebody who needs a donor sees only a few a day. */
const NumberWarnings = ({ warnings }: { warnings: NumberWarning[] }) => (
  <Notice kind="warning">
    {warnings.length === 1 ? 'This account was' : 'These accounts were'} shown many phone numbers in the last
    24 hours. If nobody knows why, check the account under Manage Users.
    <ul className={styles.list}>
      {warnings.map(({ userId, email, lastHour, lastDay, wasRefused, warnedAt }) => (
        <li key={userId}>
          <Link to={`/admin/users?${new URLSearchParams({ search: email })}`}>{email}</Link>:{' '}
          {count(lastHour)} in an hour and {count(lastDay)} in a day by{' '}
          {formatMoment(warnedAt, site.timeZone)}
          {wasRefused && '. More were refused'}.
        </li>
      ))}
    </ul>
  </Notice>
)

/** Accounts that may be posting requests that are not real: few people ever need so many donors in a day. */
const AlertWarnings = ({ warnings }: { warnings: AlertWarning[] }) => (
  <Notice kind="warning">
    Many donors were asked for {warnings.length === 1 ? 'this account' : 'these accounts'} in the last 24
    hours. If nobody knows why, check the requests under Manage Requests.
    <ul className={styles.list}>
      {warnings.map(({ userId, email, donorsAsked }) => (
        <li key={userId}>
          <Link to={`/admin/users?${new URLSearchParams({ search: email })}`}>{email}</Link>: {donorsAsked}{' '}
          donors.
        </li>
      ))}
    </ul>
  </Notice>
)

/** Donations that donors say did not happen: an admin has to decide. */
const DisputedDonations = ({ disputed: { total, records } }: { disputed: Overview['disputedDonations'] }) => (
  <Notice kind="warning">
    {total === 1 ? 'A donor says that this donation' : 'Donors say that these donations'} did not happen. Ask
    both sides, then decide under More, Donations in the donor's row.
    <ul className={styles.list}>
      {records.map(({ id, donatedOn, donor: { fullName, email } }) => (
        <li key={id}>
          <Link to={`/admin/donors?${new URLSearchParams({ search: email })}`}>{fullName}</Link>:{' '}
          {formatDay(donatedOn)}
        </li>
      ))}
    </ul>
    {total > records.length && `And ${count(total - records.length)} more.`}
  </Notice>
)

const count = (number: number) => number.toLocaleString('en-US')
