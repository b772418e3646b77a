import * as z from 'zod/mini'
import { requiredCode } from '../forms.ts'
import { damageMessage, isDamagedBySpreadsheet } from '../typed-text/spreadsheet-damage.ts'

/** Apart from the other fields, which pages load that enter no profile. */
const LABEL = 'University ID'

/** A University ID as it may be stored already, and as a donor types it to prove who they are. */
export const StoredUniversityId = requiredCode(LABEL, 60)

export const UniversityId = StoredUniversityId.check(
  z.refine(id => !isDamagedBySpreadsheet(id), {
    error: ({ input }) => damageMessage(LABEL, String(input)),
  }),
)
