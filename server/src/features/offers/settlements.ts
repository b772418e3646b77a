import { meets } from '@blood-bank/contract/donors/needs'
import type { Config } from '../../config.ts'
import type { AccountHooks } from '../../identity/access/account-hooks.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import type { BloodRequestHooks } from '../blood-requests/hooks.ts'
import { findBloodRequest } from '../blood-requests/queries.ts'
import type { DonorHooks } from '../donors/hooks.ts'
import { findUsualAnswerMinutes } from './answer-times.ts'
import type { OfferMailKind } from './mails.ts'
import { findStandingOffer, hasNoOfferForAnHour, readProgress } from './queries.ts'
import {
  releaseOffersOfDeleted,
  settleOffersOfClosed,
  settleOffersOfErasedUser,
  settleOffersOfLeavingUser,
  withdrawOffers,
} from './settling.ts'
import { keepTrustOf } from './trust.ts'

/** What happens to standing offers when something else ends or changes. */
type Settlements = {
  bloodRequests: BloodRequestHooks
  afterEditingDonor: DonorHooks['afterEditing']
  afterDeactivatingDonor: DonorHooks['afterDeactivating']
  beforeErasing: AccountHooks['beforeErasing']
  /** Before a user is suspended by an admin. */
  beforeSuspending: (db: Transaction, userId: string, adminId: string) => Promise<void>
}

export function createSettlements({ timeZone }: Config, now: () => Date): Settlements {
  return {
    bloodRequests: {
      readProgress,
      findUsualAnswerMinutes,
      hasNoOfferForAnHour,
      afterClosing: (db, closing) => {
        const time = now()
        const today = calendarDate(time, timeZone)
        return settleOffersOfClosed(db, { ...closing, now: time, today, timeZone })
      },
      beforeDeleting: (db, { bloodRequestId, actor }) =>
        releaseOffersOfDeleted(db, bloodRequestId, { now: now(), causedBy: actor.id }),
    },
    afterEditingDonor: async (db, { userId, bloodGroup, isVerified }, before) => {
      if (before.isVerified && !isVerified) await keepTrustOf(db, userId)
      const offer = await findStandingOffer(db, userId)
      const bloodRequest = offer?.bloodRequestId ? await findBloodRequest(db, offer.bloodRequestId) : null
      if (offer && bloodRequest && !meets(bloodGroup, bloodRequest))
        await withdrawOffers(db, { id: offer.id }, { now: now(), causedBy: userId })
    },
    afterDeactivatingDonor: async (db, { userId, email }, causedBy) => {
      const withdrawn = await withdrawOffers(db, { userId }, { now: now(), causedBy })
      // At once, although the profile may soon be active again: the donor may be on the way.
      const kind: OfferMailKind = 'offer-withdrawn-by-admin'
      if (withdrawn.length > 0) await enqueueNotices(db, kind, [{ recipient: email }], { causedBy })
    },
    beforeErasing: (db, userId) => settleOffersOfErasedUser(db, userId, now()),
    beforeSuspending: (db, userId, causedBy) =>
      settleOffersOfLeavingUser(db, userId, { now: now(), causedBy }),
  }
}
