import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { UniversityRole } from '@blood-bank/contract/donors/endpoints'
import type { ConsentKind } from '@blood-bank/contract/kept-donors/kept-donor'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type KeptDonorRow = Selectable<Schema['keptDonors']>

/** A donor without an account who agreed that the club may call them. */
export type AgreedDonorRow = Selectable<Schema['agreedDonorsToCall']>

type AgreedDonorColumns = {
  id: Generated<string>
  fullName: string
  department: string | null
  batch: string | null
  hallId: string | null
  bloodGroup: BloodGroup
  /** In international form, but of those who are invited. */
  contactNumber: string
  /** Whose phone it is, if several share the number. */
  askFor: string | null
  /** Of blood. */
  lastDonationDate: string | null
  recordedPlateletsDate: string | null
  /** The day before which nobody calls them: the hospital could not take them. */
  restsUntil: string | null
  /** The coordinator who looks after them; null if nobody does. */
  keptBy: string | null
  consentKind: ConsentKind | null
  consentedAt: Date | null
  /** From then on a link is dead, and housekeeping erases the row. */
  expiresAt: Date
}

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Donors without an account. Only the claims of profiles and the pages of links read others than agreed ones. */
    keptDonors: {
      [Name in keyof AgreedDonorColumns]: null extends AgreedDonorColumns[Name]
        ? Generated<AgreedDonorColumns[Name]>
        : AgreedDonorColumns[Name]
    } & {
      state: Generated<'invited' | 'waiting' | 'agreed'>
      email: Generated<string | null>
      universityId: Generated<string | null>
      universityRole: Generated<UniversityRole | null>
      /** When the text message with the link of their page was enqueued. */
      toldAt: Date | null
      /** The hash of the token in the email that asks to claim the profile; null until it is written. */
      tokenHash: Buffer | null
      /** Since when they are kept, also of those whom a coordinator added. */
      importedAt: Date
      /** When whoever keeps them was told that they will be erased. */
      warnedAt: Date | null
    }
    /** Those who agreed, which is what coordinators read. */
    agreedDonorsToCall: Omit<AgreedDonorColumns, 'id' | 'consentKind' | 'consentedAt'> & {
      id: string
      consentKind: ConsentKind
      consentedAt: Date
    }
    /** Who has erased what a list says about them, or does not want to be called. */
    declinedImports: {
      /** A keyed hash of the address or the number. */
      emailHash: string
      declinedAt: Date
      /** When they were asked by text message since they first declined. */
      askedAt: Generated<Date | null>
    }
  }
}
