import type { NumberWarning } from '@blood-bank/contract/campus/overview'
import { site } from '../../api/site.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatMoment } from '../../ui/records/dates.ts'
import styles from './account-list.module.css'

/** Accounts that may be collecting phone numbers: somebody who needs a donor sees only a few a day. */
export const NumberWarnings = ({ warnings }: { warnings: NumberWarning[] }) => (
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

const count = (numbers: number) => numbers.toLocaleString('en-US')
