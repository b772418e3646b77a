/** Formats a time in US English in the site's time zone: "Mar 1, 2026, 9:05 AM" (spec §9). */
export const formatUsTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time)

/** Formats a date in the same way: "March 1, 2026". */
export const formatUsDate = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(time)
