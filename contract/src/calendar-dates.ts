let format: Intl.DateTimeFormat | undefined

/** A calendar date `YYYY-MM-DD` in US English: "Mar 3, 2027". */
export function formatCalendarDate(date: string): string {
  // Not when the module is loaded: the first one of a page takes a phone a tenth of a second, and most pages show no date.
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(date))
}
