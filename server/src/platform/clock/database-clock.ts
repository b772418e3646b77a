import type pg from 'pg'

/** How often the difference is measured. A clock that is set right is followed this soon. */
const INTERVAL_MS = 10_000
/** A greater difference is worth a word: people write times down, and other machines read them. */
const MAX_DIFFERENCE_S = 5
/** `Date.now()` has no fractions of a millisecond. */
const ROUNDING_MS = 2
/** By less than this the time does not go back when the difference is measured anew: it stands still. */
const MAX_STANDSTILL_MS = 1_000

type Options = {
  pool: Pick<pg.Pool, 'query'>
  log: { warn: (details: object, message: string) => void }
  /** The clock of this machine, in milliseconds. */
  machineTime?: () => number
}

type DatabaseClock = {
  now: () => Date
  /** By how much this machine's clock is ahead of the database's, in seconds. */
  differenceSeconds: () => number
  measure: () => Promise<void>
  stop: () => void
}

/**
 * The one clock that decides what is due. Rows and statements have the database's time, so the server's follows it, too: it
 * is that of this machine plus the difference, which is measured now and every ten seconds. While the database does not
 * answer, the difference stays.
 */
export async function startDatabaseClock({
  pool,
  log,
  machineTime = Date.now,
}: Options): Promise<DatabaseClock> {
  let offset = 0
  let warnedOf = 0
  let latest = Number.NEGATIVE_INFINITY
  const differenceSeconds = () => -offset / 1_000

  async function measure() {
    const begunAt = performance.now()
    const { time } = await readTime(pool)
    const elapsed = performance.now() - begunAt
    // PostgreSQL read its clock at some moment of the round trip: any difference between these is possible. One that is still
    // possible stays, so that a slow reply moves no time.
    const least = time - machineTime()
    if (offset < least - ROUNDING_MS || offset > least + elapsed + ROUNDING_MS) offset = least + elapsed / 2
    warn()
  }

  function warn() {
    const seconds = differenceSeconds()
    if (!isClockOff(seconds)) {
      if (warnedOf !== 0) log.warn({}, 'the clocks of this machine and of the database agree again')
      warnedOf = 0
    } else if (isClockOff(seconds - warnedOf)) {
      warnedOf = seconds
      log.warn(
        { differenceSeconds: Math.round(seconds) },
        `the clock of this machine is ${seconds > 0 ? 'ahead of' : 'behind'} that of the database, which decides; set both by NTP`,
      )
    }
  }

  await measure().catch(() => {})
  // A statement times out before the next.
  const timer = setInterval(() => measure().catch(() => {}), INTERVAL_MS).unref()

  return {
    now() {
      const time = machineTime() + offset
      if (time >= latest || latest - time > MAX_STANDSTILL_MS) latest = time
      return new Date(latest)
    },
    differenceSeconds,
    measure,
    stop: () => clearInterval(timer),
  }
}

/** Whether the clocks differ by more than people would not notice. */
export const isClockOff = (differenceSeconds: number): boolean =>
  Math.abs(differenceSeconds) > MAX_DIFFERENCE_S

/** The database's time, for a command. */
export async function readDatabaseTime(pool: Pick<pg.Pool, 'query'>): Promise<Date> {
  const { time } = await readTime(pool)
  return new Date(time)
}

async function readTime(pool: Pick<pg.Pool, 'query'>): Promise<{ time: number }> {
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as time')
  return rows[0]
}
