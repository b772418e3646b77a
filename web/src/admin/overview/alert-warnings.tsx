import type { AlertWarning } from '@blood-bank/contract/campus/overview'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './account-list.module.css'

/** Accounts that may be posting requests that are not real: few people ever need so many donors in a day. */
export const AlertWarnings = ({ warnings }: { warnings: AlertWarning[] }) => (
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
