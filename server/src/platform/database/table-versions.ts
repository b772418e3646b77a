/** The state of one table, as one lookup read it. */
export type TableVersion = {
  /** Changes with every row of the table that does, even before that transaction ends. */
  version: string
  /**
   * Whether every transaction that was counted in this version had ended before the lookup. If so, anything that is read
   * afterwards contains all changes of this version.
   */
  isStable: boolean
  /** Numbers the lookups of this process. Reads of one lookup may share one result, stable or not. */
  lookup: number
}

export type TableVersions<Table extends string> = Record<Table, TableVersion>

/**
 * The version of a result that depends on several tables: it changes with each of them, and is stable only if all are.
 * @param versions of one lookup, always in the same order
 * @param date the calendar date if the result depends on it, else null
 */
export function combineVersions(versions: readonly TableVersion[], date: string | null): TableVersion {
  const [first] = versions
  if (!first) throw new Error('A cached result depends on at least one table.')
  return {
    version: [...versions.map(({ version }) => version), ...(date === null ? [] : [date])].join(', '),
    isStable: versions.every(({ isStable }) => isStable),
    lookup: first.lookup,
  }
}

/** A row of the columns that `createTableVersions` adds to a statement. */
export type TableVersionRow<Table extends string> = Record<`${Table}_changes` | 'started_at', string> & {
  /** `pg_snapshot_xmin`: the oldest transaction that is still open. All transactions with lower numbers have ended. */
  oldest_open: string
  /** How many transaction numbers have been assigned since `oldest_open`. */
  assigned_since: number
}

/**
 * Tells from one lookup to the next how far tables have changed, so that results can be cached until their table changes.
 *
 * Each table has a sequence `<table>_changes`, which a trigger advances for every row of the table that changes. The new
 * number is visible at once, the row only when its transaction commits. So whoever reads the new number may still read the
 * old row, and must not cache it under the new number. A version is stable when that can no longer happen:
 *
 *     writer      begins as transaction 7, advances the sequence to 12 …………………… commits
 *     lookups     12                      12 again: the horizon is 8           7 has ended: stable
 *
 * 1. A lookup reads the same number as an earlier one that had returned before it began. All transactions that have advanced
 *    the sequence so far have their transaction numbers by then. The next one that PostgreSQL will assign is the horizon.
 * 2. A lookup finds that all transactions below the horizon have ended (`pg_snapshot_xmin`).
 *
 * `pg_snapshot_xmax` would be a wrong horizon: it is one above the last transaction that has ended, and open ones may have
 * higher numbers.
 * @param tables each with a sequence `<table>_changes`
 * @returns `columns`, to be selected by a statement, and `begin`, which is called before the statement is sent and returns
 * the function that takes their values. Lookups may overlap.
 */
export function createTableVersions<Table extends string>(tables: readonly Table[]) {
  const trackers = tables.map(table => [table, createTracker()] as const)
  let returned = 0
  return {
    columns: `
      ${tables.map(table => `(select last_value from ${table}_changes) as ${table}_changes`).join(', ')},
      pg_snapshot_xmin(pg_current_snapshot()) as oldest_open,
      age(pg_snapshot_xmin(pg_current_snapshot())::xid) as assigned_since,
      pg_postmaster_start_time()::text as started_at`,

    begin() {
      const begunAfter = returned
      return (row: TableVersionRow<Table>): TableVersions<Table> => {
        returned += 1
        const lookup = returned
        const oldestOpen = BigInt(row.oldest_open)
        const nextNumber = oldestOpen + BigInt(row.assigned_since)
        const versionOf = (table: Table, track: Tracker): TableVersion => {
          // A sequence may repeat numbers after a crash, so the start of PostgreSQL is part of the version.
          const version = `${row.started_at} ${row[`${table}_changes`]}`
          const isStable = track({ version, oldestOpen, nextNumber, lookup, begunAfter })
          return { version, isStable, lookup }
        }
        return Object.fromEntries(
          trackers.map(([table, track]) => [table, versionOf(table, track)]),
        ) as TableVersions<Table>
      }
    },
  }
}

type Lookup = {
  version: string
  oldestOpen: bigint
  nextNumber: bigint
  /** Its place in the order in which lookups have returned, and how many had returned when it began. */
  lookup: number
  begunAfter: number
}
type Tracker = (lookup: Lookup) => boolean

/** Follows one table; tells of each lookup whether its version is stable. */
function createTracker(): Tracker {
  let current = ''
  let firstLookup = 0
  let isStable = false
  let horizon: bigint | null = null
  return ({ version, oldestOpen, nextNumber, lookup, begunAfter }) => {
    if (version !== current) {
      current = version
      firstLookup = lookup
      isStable = false
      horizon = null
    } else if (!isStable) {
      if (begunAfter >= firstLookup) horizon ??= nextNumber
      isStable = horizon !== null && oldestOpen >= horizon
    }
    return isStable
  }
}
