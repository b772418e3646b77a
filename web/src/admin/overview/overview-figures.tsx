import { BloodRequestStatus, STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { Overview } from '@blood-bank/contract/site/overview'
import type { ReactNode } from 'react'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import styles from './overview-figures.module.css'

/** The counts, with links to what they count (spec §7). Without counts they have their places. */
export const OverviewFigures = ({ counts }: { counts: Overview | undefined }) => (
  <div className={styles.groups}>
    <Section title="People">
      <ul className={styles.figures}>
        <Figure name="Donors" count={counts?.donors} to="/admin/donors" />
        <Figure name="Users" count={counts?.users} to="/admin/users" />
      </ul>
    </Section>
    <Section title="Blood Requests">
      <ul className={styles.figures}>
        {BloodRequestStatus.options.map(status => (
          <Figure
            key={status}
            name={STATUS_LABELS[status]}
            count={counts?.bloodRequests[status]}
            to={`/admin/requests?status=${status}`}
          />
        ))}
      </ul>
    </Section>
    <Section title="Donations">
      <ul className={styles.figures}>
        <Figure name="Units given in the last 12 weeks" count={counts?.unitsGiven} />
      </ul>
    </Section>
    {/* Few sites import a list, and then for a month. */}
    {counts && counts.donorsToClaim > 0 && (
      <Section title="Imported Donors">
        <ul className={styles.figures}>
          <Figure name="Waiting to be claimed" count={counts.donorsToClaim} />
        </ul>
      </Section>
    )}
  </div>
)

type Props = {
  name: string
  /** Undefined while it loads. */
  count: number | undefined
  /** The list of what it counts, if there is one. */
  to?: string
}

/** A count as a card, which links to the list of what it counts. */
const Figure = ({ name, count, to }: Props) => (
  <li>
    <FigureCard to={to}>
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.count}>{count === undefined ? '\u00a0' : formatCount(count)}</span>
    </FigureCard>
  </li>
)

const FigureCard = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <div className={styles.figure}>{children}</div>
  ) : (
    <Link className={styles.figure} to={to}>
      {children}
    </Link>
  )
