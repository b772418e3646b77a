const UNITS = [
  { ms: 86_400_000, one: 'day', several: 'days' },
  { ms: 3_600_000, one: 'h', several: 'h' },
  { ms: 60_000, one: 'min', several: 'min' },
]

/** The age from which on a date says more than "9 days ago". */
const MAX_AGE_MS = 7 * 86_400_000

/** Formats how long ago a timestamp was, in short: "3 h ago"; "just now" within a minute, null from a week on. */
export function formatShortAge(moment: Date, now: Date): string | null {
  const age = now.getTime() - moment.getTime()
  if (age >= MAX_AGE_MS) return null
  const unit = UNITS.find(({ ms }) => age >= ms)
  if (!unit) return 'just now'
  const count = Math.floor(age / unit.ms)
  return `${count} ${count === 1 ? unit.one : unit.several} ago`
}
