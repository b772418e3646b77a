import { TABLE_ROLES } from '../../../ui/records/table-roles.ts'
import type { Listing } from '../use-listing.ts'
import type { Column } from './columns.ts'
import styles from './table-head.module.css'

type Props = Pick<Column<never>, 'heading' | 'sort' | 'place'> & { listing: Listing }

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: '↑', desc: '↓' } as const

/** The heading of a column: a button if the list can be sorted by it. */
export function ColumnHeading({ heading, sort, place, listing }: Props) {
  const { query, sortBy } = listing
  const isSorted = sort !== undefined && query.sort === sort
  return (
    <th
      {...TABLE_ROLES.columnHeader}
      scope="col"
      className={styles.heading}
      data-place={place}
      aria-sort={isSorted ? SORTED[query.order] : undefined}
    >
      {sort === undefined ? (
        heading
      ) : (
        <button type="button" className={styles.sort} onClick={() => sortBy(sort)}>
          {heading}
          <span className={styles.arrow} aria-hidden="true">
            {isSorted ? ARROWS[query.order] : '↕'}
          </span>
        </button>
      )}
    </th>
  )
}
