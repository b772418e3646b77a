import type { DonatedComponent } from '@blood-bank/contract/donors/components'
import type { DonationRecorder } from '@blood-bank/contract/offers/donations'
import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

export type DonationRow = Selectable<Schema['donations']>

/** The table of donations. */
declare module '../../../platform/database/schema.ts' {
  interface Schema {
    donations: {
      id: Generated<string>
      /** The donor; null after their account was erased. */
      userId: string | null
      /** Null for donations given elsewhere, and after the blood request was deleted. */
      bloodRequestId: string | null
      offerId: string | null
      /** What was given. */
      component: Generated<DonatedComponent>
      /** A calendar date in the site's time zone. */
      donatedOn: string
      recordedBy: DonationRecorder
      recordedAt: Generated<Date>
      /** True after it was undone, and of one that the donor added while another one replaces it. */
      isWithdrawn: Generated<boolean>
      /** When the donor said that it did not happen. */
      disputedAt: Date | null
      /** When an admin decided a dispute about it. */
      confirmedAt: Generated<Date | null>
      /** With what the owner of the blood request has thanked the donor. */
      thankYou: ThankYou | null
    }
  }
}
