import type { Overview } from '@blood-bank/contract/campus/overview'
import { Link } from '../../ui/controls/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatDay } from '../../ui/records/dates.ts'
import styles from './disputed-donations.module.css'

/** Donations that donors say did not happen: an admin has to decide. */
export const DisputedDonations = ({
  disputed: { total, records },
}: {
  disputed: Overview['disputedDonations']
}) => (
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
    {total > records.length && `And ${(total - records.length).toLocaleString('en-US')} more.`}
  </Notice>
)
