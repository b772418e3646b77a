import type { Database } from '../../platform/database/connection.ts'

/** What alerts do when a donor offers. */
export type OfferHooks = {
  /**
   * Records that an offer is also the answer to an alert. Called in the transaction of the offer, before donors are locked.
   * @returns whether it is: the donor was asked and has not said yes before
   */
  answerAlert: (
    db: Database,
    answer: { bloodRequestId: string; userId: string; answeredAt: Date },
  ) => Promise<boolean>
  /** Whether a donor has said to be asked for platelets by machine, too. */
  acceptsPlatelets: (db: Database, userId: string) => Promise<boolean>
  /** Counts an offer. `minutesToFirst` is the time since the request was posted, null unless it is its first offer. */
  recordOffer: (offer: { isAnswer: boolean; minutesToFirst: number | null }) => void
}
