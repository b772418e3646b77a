import type { ImportedDonor } from '@blood-bank/contract/kept-donors/claims'
import { fieldsForOwner } from '../../donors/view.ts'
import type { ImportedDonorRow } from './store.ts'

/** What a list says about a person, for that person. */
export const importedDonorForOwner = (
  row: ImportedDonorRow,
  { country }: { country: string },
): ImportedDonor => ({
  ...fieldsForOwner(row, country),
  batch: row.batch,
  askFor: row.askFor,
  recordedPlateletsDate: row.recordedPlateletsDate,
  restsUntil: row.restsUntil,
  consentKind: row.consentKind,
  consentedAt: row.consentedAt?.toISOString() ?? null,
  importedAt: row.importedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
