import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { RevealOccasion } from '@blood-bank/contract/offers/contact-reveals'
import type { OfferStatus } from '@blood-bank/contract/offers/endpoints'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type OfferRow = Selectable<Schema['offers']>

/** The tables of offers to donate, and of the contacts that they reveal. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    offers: {
      id: Generated<string>
      /** The donor. */
      userId: string
      /** Null after the blood request was deleted. */
      bloodRequestId: string | null
      requiredBloodGroup: BloodGroup
      status: Generated<OfferStatus>
      offeredAt: Generated<Date>
      settledAt: Date | null
      /** Whether it was released because the requester pressed "Not needed". */
      wasRefused: Generated<boolean>
      /** The entries of the contact ledger for this offer. */
      revealId: Generated<string>
      /** The time until which donor and requester see each other's contact after a donation. */
      contactUntil: Date | null
      /** When the donor ended the contact after a donation, by withdrawing or by disputing it; null if they did not. */
      contactWithdrawnAt: Generated<Date | null>
    }
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
