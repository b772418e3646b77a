/**
 * A moment as spreadsheets of every country read it, `2026-11-21 14:05`, in the site's time zone. One of months
 * before days would be another day in half of the world.
 */
export const formatCsvTime = (time: Date, timeZone: string): string => getFormat(timeZone).format(time)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes as long as a thousand uses of it. */
function getFormat(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  // Sweden writes the date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format
}
