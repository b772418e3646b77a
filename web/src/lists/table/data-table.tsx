import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Listing } from '../use-listing.ts'
import { ColumnHeading } from './column-heading.tsx'
import styles from './data-table.module.css'
import { DataTableRow } from './data-table-row.tsx'
import { type Column, TABLE_ROLES } from './table-parts.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

type Props<T> = {
  /** Names the region and the table: "Donors". */
  name: string
  /** The first column holds the row headers. Made once: rows are rendered again when it changes. */
  columns: readonly Column<T>[]
  records: readonly T[]
  listing: Listing
  /** How many records there are in all, also those that are not loaded yet. */
  total: number
  /** The records are those of an earlier query. */
  isStale: boolean
  /** What stands at the end of the records. */
  children: ReactNode
}

/**
 * Records as a real table. On a wide screen it scrolls in a region of its own, with its headings and row headers
 * in view; on a phone each row is a card. Of a hundred thousand rows only those in sight are rendered.
 */
export function DataTable<T extends { id: string }>({
  name,
  columns,
  records,
  listing,
  total,
  isStale,
  children,
}: Props<T>) {
  const region = useRef<HTMLElement>(null)
  const { rows, before, after, rowRef, isStacked } = useRowWindow({ records, region })
  useBeginning(region, listing)
  const rowKeys = useRowKeys(region)
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={name}
      aria-busy={isStale || undefined}
      // What scrolls must be reachable by keyboard.
      tabIndex={isStacked ? -1 : 0}
      {...rowKeys}
    >
      <table
        {...TABLE_ROLES.table}
        className={styles.table}
        style={{ '--table-width': `${width}rem` } as CSSProperties}
        aria-label={name}
        aria-rowcount={total + 1}
      >
        <colgroup>
          {columns.map(column => (
            <col key={column.heading} style={{ width: `${column.width}rem` }} />
          ))}
        </colgroup>
        <thead {...TABLE_ROLES.group} className={styles.head}>
          <tr {...TABLE_ROLES.row} aria-rowindex={1}>
            {columns.map(column => (
              <ColumnHeading key={column.heading} {...column} listing={listing} />
            ))}
          </tr>
        </thead>
        <Gap height={before} />
        <tbody {...TABLE_ROLES.group}>
          {rows.map(index => {
            const record = records[index]
            return record && <DataTableRow key={record.id} {...{ record, index, columns, rowRef }} />
          })}
        </tbody>
        <Gap height={after} />
      </table>
      <div className={styles.end}>{children}</div>
    </section>
  )
}

/** The room of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody className={styles.gap} aria-hidden="true">
      <tr>
        <td style={{ height }} />
      </tr>
    </tbody>
  )

/** Another order or filter is another list: it is read from its beginning. */
function useBeginning(region: RefObject<HTMLElement | null>, { query, chosen }: Listing) {
  const asked = JSON.stringify({ ...query, ...chosen })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the change
  useEffect(() => {
    // Chromium answers with a promise, which React would take for a clean-up.
    region.current?.scrollTo(0, 0)
  }, [asked, region])
}
