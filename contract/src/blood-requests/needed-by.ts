import * as z from 'zod/mini'
import { maxLength } from '../forms.ts'
import { cleanCode } from '../typed-text/clean.ts'

/** How far in the future "Needed by" may be. */
export const MAX_NEEDED_BY_DAYS = 90

export const NEEDED_BY_UNCLEAR = 'Needed by must have a date and a time.'
export const NEEDED_BY_PAST = 'Needed by must be in the future. Please choose a later date or time.'
export const NEEDED_BY_TOO_LATE = `Needed by must be within ${MAX_NEEDED_BY_DAYS} days. Please choose an earlier date.`

/** Date and time in the site's time zone, as a form field has them: `2026-11-03T18:00`. Empty text becomes null. */
export const NeededBy = z.pipe(
  z._default(
    z.nullable(
      z.union(
        [
          z.literal(''),
          z.string(NEEDED_BY_UNCLEAR).check(
            z.overwrite(cleanCode),
            // Too short for a time in UTC, which would be read as one in the site's time zone.
            maxLength('YYYY-MM-DDTHH:MM'.length, NEEDED_BY_UNCLEAR),
            z.iso.datetime({ local: true, precision: -1, error: NEEDED_BY_UNCLEAR }),
          ),
        ],
        NEEDED_BY_UNCLEAR,
      ),
    ),
    null,
  ),
  z.transform(time => time || null),
)
