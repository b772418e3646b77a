import type { CallResult, ComingOutcome } from '@blood-bank/contract/kept-donors/calls'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

export type DonorCallRow = Selectable<Schema['donorCalls']>

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    /** What coordinators called, and what came of it: of either a kept donor, or a registered one. */
    donorCalls: {
      id: Generated<string>
      keptDonorId: Generated<string | null>
      userId: Generated<string | null>
      /** Null after their account was erased. */
      callerId: string | null
      /** Null if it was for none, and after the request was deleted. */
      bloodRequestId: string | null
      calledAt: Date
      result: Generated<CallResult | null>
      notedAt: Generated<Date | null>
      /** Of a kept donor who is coming: the number of the coordinator, which the owner of the request sees. */
      contactNumber: Generated<string | null>
      /** The entry of the contact ledger by which they do. */
      revealId: Generated<string | null>
      /** Since when nobody expects the kept donor any more; null while they are coming. */
      endedAt: Generated<Date | null>
      outcome: Generated<ComingOutcome | null>
    }
  }
}
