import { csvMoment } from './csv-moment.ts'

/** The calendar date of a moment in a time zone, as `YYYY-MM-DD`. */
export const calendarDate = (moment: Date, timeZone: string): string =>
  csvMoment(moment, timeZone).slice(0, 'YYYY-MM-DD'.length)
