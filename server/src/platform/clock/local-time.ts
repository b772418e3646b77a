import { formatCsvTime } from './csv-time.ts'

const DAY_MS = 86_400_000

/**
 * The time at which a clock in a time zone shows `2026-11-03T18:00`. Of a time that it shows twice, the first; for one that
 * it skips, the time had the clock not been changed.
 */
export function timeOfLocal(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`)
  // The offsets from UTC before and after a change of the clock on this day.
  const [before, after] = [-DAY_MS, DAY_MS].map(days => offsetAt(shown + days, timeZone)) as [number, number]
  const candidates = [shown - before, shown - after].toSorted((one, other) => one - other)
  const isShown = (time: number) => time + offsetAt(time, timeZone) === shown
  return new Date(candidates.find(isShown) ?? shown - before)
}

const offsetAt = (time: number, timeZone: string) =>
  Date.parse(`${formatCsvTime(new Date(time), timeZone).replace(' ', 'T')}Z`) - time
