import type { Transaction } from '../../../platform/database/connection.ts'

/** What alerts do when coordinators call. */
export type DonorCallHooks = {
  /**
   * Emails a registered donor, who said on the phone that they come, the link to answer, unless that is undone meanwhile. Only
   * they can offer.
   */
  sendAnswerLink: (db: Transaction, call: { callId: string; userId: string }) => Promise<void>
}
