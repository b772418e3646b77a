import { formatCsvTime } from './csv-time.ts'

/** The calendar date of a time in a time zone, as `YYYY-MM-DD`. */
export const calendarDate = (time: Date, timeZone: string): string =>
  formatCsvTime(time, timeZone).slice(0, 'YYYY-MM-DD'.length)
