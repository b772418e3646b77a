import { formatCount } from '../records/counts.ts'
import styles from './chips.module.css'
import { Link } from './link.tsx'

type Chip = {
  label: string
  /** How many records it shows; null until that is known, which leaves a space. */
  count?: number | null
  to: string
  isCurrent: boolean
}

/** A choice of what a list shows, as links: the choice is in the address. */
export const Chips = ({ label, chips }: { label: string; chips: Chip[] }) => (
  <nav className={styles.chips} aria-label={label}>
    {chips.map(chip => (
      <Link key={chip.to} className={styles.chip} to={chip.to} aria-current={chip.isCurrent || undefined}>
        {chip.label}
        {chip.count !== undefined && (
          <span className={styles.count}>{chip.count !== null && formatCount(chip.count)}</span>
        )}
      </Link>
    ))}
  </nav>
)
