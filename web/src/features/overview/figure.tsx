import { Link } from '../../ui/controls/link.tsx'
import { Line } from '../../ui/records/skeleton.tsx'
import styles from './overview-figures.module.css'

type Props = { name: string; count: number | undefined; to: string }

/** A count as a card that links to the list of what it counts. */
export const Figure = ({ name, count, to }: Props) => (
  <li>
    <Link className={styles.figure} to={to}>
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.count}>
        {count === undefined ? <Line width={3} /> : count.toLocaleString('en-US')}
      </span>
    </Link>
  </li>
)
