const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date `YYYY-MM-DD` in US English: "Mar 3, 2027". */
export const formatCalendarDate = (date: string): string => format.format(new Date(date))
