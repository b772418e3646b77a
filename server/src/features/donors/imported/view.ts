import type { ImportedDonor } from '@blood-bank/contract/donors/endpoints'
import { fieldsForOwner } from '../view.ts'
import type { ImportedDonorRow } from './tables.ts'

/** What a list says about a person, for that person. */
export const importedDonorForOwner = (
  row: ImportedDonorRow,
  { country }: { country: string },
): ImportedDonor => ({
  ...fieldsForOwner(row, country),
  importedAt: row.importedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
