import * as z from 'zod/mini'
import { maxLength } from '../max-length.ts'
import { BLOOD_GROUPS, findBloodGroup, findBloodGroupInUrl } from './blood-groups.ts'

const MISSING = 'Please select a blood group.'

/** The field of replies. */
export const BloodGroup = z.enum(BLOOD_GROUPS, MISSING)

const fieldOf = (find: typeof findBloodGroup) =>
  z.pipe(
    z.string(MISSING).check(
      maxLength(20, MISSING),
      z.overwrite(text => find(text) ?? text),
      z.regex(/^(?:A|B|AB|O)[+-]$/, MISSING),
    ),
    BloodGroup,
  )

/** The field of forms: a group that can be read in one way. */
export const TypedBloodGroup = fieldOf(findBloodGroup)

/** The same of queries. */
export const BloodGroupInQuery = fieldOf(findBloodGroupInUrl)
