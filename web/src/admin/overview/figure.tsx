import type { ReactNode } from 'react'
import { Link } from '../../ui/controls/link.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import styles from './overview-figures.module.css'

type Props = {
  name: string
  count: number
  /** The list of what it counts, if there is one. */
  to?: string
}

/** A count as a card, which links to the list of what it counts. */
export const Figure = ({ name, count, to }: Props) => (
  <li>
    <FigureCard to={to}>
      <span className={styles.name}>{name}</span> <span className={styles.count}>{formatCount(count)}</span>
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
