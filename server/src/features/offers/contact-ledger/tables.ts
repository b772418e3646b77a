import type { RevealOccasion } from '@blood-bank/contract/offers/contact-reveals'
import type { Generated } from 'kysely'

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    /** The contact ledger: who saw whose phone number, from when until when. Rows are only added. */
    contactReveals: {
      /** The same for the two rows of one reveal. */
      revealId: string
      event: 'began' | 'ended'
      /** Whose number it is; null after their account was erased. */
      ownerId: string | null
      /** Who saw it; null after their account was erased. */
      viewerId: string | null
      occasion: RevealOccasion
      bloodRequestId: string | null
      occurredAt: Generated<Date>
    }
  }
}
