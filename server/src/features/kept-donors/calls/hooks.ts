import type { Transaction } from '../../../platform/database/connection.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'

/** What alerts do when coordinators call. */
export type DonorCallHooks = {
  /** Emails a registered donor, who said on the phone that they come, the link to answer. Only they can offer. */
  sendAnswerLink: (
    db: Transaction,
    link: { bloodRequest: BloodRequestRow; userId: string; now: Date },
  ) => Promise<void>
}
