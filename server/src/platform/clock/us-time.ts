/** A moment in US English in the site's time zone: "Mar 1, 2026, 9:05 AM" (spec §9). */
export const formatUsTime = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(moment)

/** A date in the same way: "March 1, 2026". */
export const formatUsDate = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(moment)
