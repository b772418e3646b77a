import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

export type TextNumberRow = Selectable<Schema['textNumbers']>
export type TextDayRow = Selectable<Schema['textDays']>

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    /** The numbers to which donors have urgent alerts texted. */
    textNumbers: {
      userId: string
      /** In international form (E.164); null after a change of the contact number. */
      phone: string | null
      /** Null until the donor has typed the code that was texted to the number. */
      confirmedAt: Date | null
      /** A keyed hash of the last code that was sent. */
      codeHash: Buffer | null
      /** Before it is sent, when it was asked for. */
      codeSentAt: Date | null
      wrongCodes: Generated<number>
    }
    /** How many text messages were enqueued on each day of the site. */
    textDays: {
      day: string
      texts: number
      /** Those for requests of people without a record, and those with codes. */
      newcomerTexts: Generated<number>
      codes: Generated<number>
      /** Those to donors without an account. */
      keptTexts: Generated<number>
      /** How many codes were for which network, by its keyed hash. */
      codeNetworks: Generated<Record<string, number>>
    }
  }
}
