/**
 * Formats a time for CSV in the site's time zone: `2026-11-21 14:05`, which spreadsheets of every locale read. A date with
 * the month first would be misread in half of the world.
 */
export const formatCsvTime = (time: Date, timeZone: string): string => getFormat(timeZone).format(time)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached, because creating one takes as long as a thousand uses. */
function getFormat(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  // Sweden writes the date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format
}
