/** A day that has no time (`2026-03-01`) in US English: "March 1, 2026" (spec §9). */
export const formatDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A moment (ISO 8601, UTC) in US English in the given time zone: "Mar 1, 2026, 9:05 AM" (spec §9). */
export const formatMoment = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  )
