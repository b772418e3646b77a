import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { DonorColumns } from '../tables.ts'

export type ImportedDonorRow = Selectable<Schema['importedDonors']>

/** What a list says about people who have not claimed it yet. Only this folder reads the table. */
declare module '../../../platform/database/schema.ts' {
  interface Schema {
    importedDonors: DonorColumns & {
      id: Generated<string>
      /** The hash of the token in the email; null until the email is written. */
      tokenHash: Buffer | null
      importedAt: Date
      /** From then on the link is dead, and housekeeping erases the row. */
      expiresAt: Date
    }
    /** Who has erased what a list says about them. */
    declinedImports: {
      /** A keyed hash. */
      emailHash: string
      declinedAt: Date
    }
  }
}
