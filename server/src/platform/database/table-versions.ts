/** The tables whose changes are counted (`migrations/0015-what-has-changed.ts`). */
export const COUNTED = ['donors', 'blood_requests'] as const
export type Counted = (typeof COUNTED)[number]

/** What a call has seen of a table. */
export type Seen = {
  /** Up to which change. */
  version: string
  /** Whether what is read from now on holds all changes up to that one. */
  isSettled: boolean
  /** Calls that have seen it at the same time may share one reading, settled or not. */
  sight: number
}

/**
 * The columns of a statement that sees how far the tables are, whatever else it reads. `numbers_since` is how many
 * transactions have got a number since the oldest one that is open. (The snapshot's own end would not do: it is one
 * beyond the last that has ended, and numbers beyond that are given already.)
 */
export const SIGHT = `
  ${COUNTED.map(table => `(select last_value from ${table}_changes) as ${table}_changes`).join(', ')},
  pg_snapshot_xmin(pg_current_snapshot()) as oldest_open,
  age(pg_snapshot_xmin(pg_current_snapshot())::xid) as numbers_since,
  pg_postmaster_start_time()::text as started_at`

export type Sight = Record<`${Counted}_changes` | 'oldest_open' | 'started_at', string> & {
  numbers_since: number
}

/**
 * Follows the tables from sight to sight; each sight must have begun after the one before it was there.
 *
 * A change is counted before its transaction ends, so that a count alone does not tell that what was counted can be
 * read. Whoever has been counted had a transaction number by then. So once a count is known, the next sight tells a
 * number that is beyond all of theirs; as soon as no number below that is open, all of them have ended, and whatever is
 * read afterwards holds their changes. Until a sight tells another count, nothing else has changed.
 */
export function followChanges(): (sight: Sight) => Record<Counted, Seen> {
  const followers = COUNTED.map(table => [table, followTable()] as const)
  let sights = 0
  return sight => {
    sights += 1
    const oldestOpen = BigInt(sight.oldest_open)
    const nextToCome = oldestOpen + BigInt(sight.numbers_since)
    const of = (table: Counted) => ({
      // A server that crashed may count a number twice.
      version: `${sight.started_at} ${sight[`${table}_changes`]}`,
      oldestOpen,
      nextToCome,
      sight: sights,
    })
    return Object.fromEntries(followers.map(([table, follow]) => [table, follow(of(table))])) as never
  }
}

type TableSight = { version: string; oldestOpen: bigint; nextToCome: bigint; sight: number }

function followTable() {
  let known = ''
  let isSettled = false
  let beyondThem: bigint | null = null
  return ({ version, oldestOpen, nextToCome, sight }: TableSight): Seen => {
    if (version !== known) {
      known = version
      isSettled = false
      beyondThem = null
    } else if (!isSettled) {
      beyondThem ??= nextToCome
      isSettled = oldestOpen >= beyondThem
    }
    return { version, isSettled, sight }
  }
}
