import { mayManage } from '@blood-bank/contract/blood-requests/rules'
import * as offers from '@blood-bank/contract/offers/endpoints'
import * as turnedAway from '@blood-bank/contract/offers/turned-away'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { findBloodRequests, getBloodRequest } from '../blood-requests/queries.ts'
import { lockBloodRequest, replan } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { findDonor, findDonorsOfUsers } from '../donors/queries.ts'
import { findDonationsOfOffers, findOffersWithUndoneDonation } from './donations/queries.ts'
import type { OfferHooks } from './hooks.ts'
import { makeOffer } from './offering.ts'
import { sayGave, sayTurnedAway } from './own-word.ts'
import { findOffer, listOffersForRequest, listOffersOfUser } from './queries.ts'
import { recordDonation } from './recording.ts'
import { endContactForDonor, releaseOffers, withdrawOffers } from './settling.ts'
import { lockOffer, setOnTheWay } from './store.ts'
import type { OfferRow } from './tables.ts'
import { saidBy, turnAway, undoTurningAway } from './turning-away.ts'
import { offerForAdmins, offerForDonor, offerForRequester, showsContact } from './view.ts'

/** Offers to donate: make, list, withdraw, release, and record that the donor gave. */
export function offerRoutes({ http, db, config, now, today }: Context, hooks: OfferHooks): void {
  const { defaultPhoneCountry: country, intervals, timeZone } = config

  const presentOwn = async (db: Database, rows: OfferRow[]) => {
    const ids = rows.map(offer => offer.bloodRequestId)
    const bloodRequests = await findBloodRequests(db, ids)
    const donations = await findDonationsOfOffers(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(offer =>
      offerForDonor(offer, {
        bloodRequest: bloodRequests.get(offer.bloodRequestId),
        donation: donations.get(offer.id),
        country,
        now: now(),
      }),
    )
  }

  const presentReceived = async (
    db: Database,
    rows: OfferRow[],
    { actor, bloodRequest }: { actor: User; bloodRequest: BloodRequestRow },
  ) => {
    const userIds = rows.map(({ userId }) => userId)
    const donors = await findDonorsOfUsers(db, userIds)
    const ids = rows.map(({ id }) => id)
    const donations = await findDonationsOfOffers(db, ids)
    const undone = await findOffersWithUndoneDonation(db, ids)
    return rows.map(offer =>
      offerForRequester(offer, {
        donor: donors.get(offer.userId),
        donation: donations.get(offer.id),
        wasUndone: undone.has(offer.id),
        isForOwner: bloodRequest.userId === actor.id,
        country,
        now: now(),
      }),
    )
  }

  serve(http, offers.offerToDonate, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      const day = { ...intervals, today: today() }
      const offering = { actor, bloodRequestId: id, day, now: now(), hooks }
      return first(await presentOwn(db, [await makeOffer(db, offering)]))
    }),
  )

  serve(http, offers.listOwnOffers, async ({ query, actor }) => {
    const page = await listOffersOfUser(db, actor.id, query)
    return { ...page, records: await presentOwn(db, page.records) }
  })

  serve(http, offers.listOffersOfDonor, async ({ params: { id }, query }) => {
    const donor = await findDonor(db, id)
    if (!donor) throw refuse('donor-gone')
    const page = await listOffersOfUser(db, donor.userId, query)
    const ids = page.records.map(row => row.bloodRequestId)
    const bloodRequests = await findBloodRequests(db, ids)
    const present = (row: OfferRow) => offerForAdmins(row, bloodRequests.get(row.bloodRequestId))
    return { ...page, records: page.records.map(present) }
  })

  serve(http, offers.listReceivedOffers, async ({ params: { id }, query, actor }) => {
    const bloodRequest = await getBloodRequest(db, id, { actor, isAllowed: mayManage })
    const page = await listOffersForRequest(db, id, query)
    return { ...page, records: await presentReceived(db, page.records, { actor, bloodRequest }) }
  })

  serve(http, offers.sayOnTheWay, async ({ params: { id }, body: { minutes }, actor }) => {
    const offer = await findOffer(db, id)
    // Whoever did not make an offer must not learn that it exists.
    if (offer?.userId !== actor.id) throw refuse('offer-not-found')
    const changed = await setOnTheWay(db, id, { saidAt: now(), minutes })
    if (!changed) throw refuse('offer-settled')
    return first(await presentOwn(db, [changed]))
  })

  serve(http, offers.withdrawOffer, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      // Locked, so that a donation that is recorded or undone meanwhile does not keep the number on show.
      const offer = await lockOffer(db, id)
      // Whoever did not make an offer must not learn that it exists.
      if (offer?.userId !== actor.id) throw refuse('offer-not-found')
      const isAfterDonation = offer.status === 'donated' && showsContact(offer, now())
      const withdrawn = isAfterDonation
        ? await endContactForDonor(db, id, now())
        : (await withdrawOffers(db, { id }, { now: now(), causedBy: actor.id }))[0]
      if (!withdrawn) throw refuse('offer-settled')
      return first(await presentOwn(db, [withdrawn]))
    }),
  )

  serve(http, offers.releaseOffer, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      const bloodRequest = await lockRequestOfOffer(db, id, actor)
      const how = { now: now(), causedBy: actor.id, wasRefused: true }
      const released = await releaseOffers(db, { id }, how)
      if (released.length === 0) throw refuse('offer-settled')
      await replan(db, [bloodRequest.id])
      return first(await presentReceived(db, released, { actor, bloodRequest }))
    }),
  )

  serve(http, turnedAway.turnAwayDonor, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      const bloodRequest = await lockRequestOfOffer(db, id, actor)
      const time = { now: now(), today: today() }
      const said = saidBy(actor, bloodRequest)
      const offer = await turnAway(db, { id, bloodRequestId: bloodRequest.id }, { ...said, ...time })
      await replan(db, [bloodRequest.id])
      return first(await presentReceived(db, [offer], { actor, bloodRequest }))
    }),
  )

  serve(http, turnedAway.undoTurnedAway, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      const bloodRequest = await lockRequestOfOffer(db, id, actor)
      // An admin does not undo what somebody else has seen.
      if (bloodRequest.userId !== actor.id) throw refuse('offer-not-found')
      const offer = await undoTurningAway(db, id, { bloodRequest, now: now(), timeZone, causedBy: actor.id })
      await replan(db, [bloodRequest.id])
      return first(await presentReceived(db, [offer], { actor, bloodRequest }))
    }),
  )

  const ownWord = (offerId: string, actor: User) => ({
    offerId,
    userId: actor.id,
    now: now(),
    today: today(),
    timeZone,
  })

  serve(http, turnedAway.sayGave, ({ params: { id }, body: { donatedOn }, actor }) =>
    inTransaction(db, async db =>
      first(await presentOwn(db, [await sayGave(db, { ...ownWord(id, actor), donatedOn })])),
    ),
  )

  serve(http, turnedAway.sayTurnedAway, ({ params: { id }, actor }) =>
    inTransaction(db, async db => first(await presentOwn(db, [await sayTurnedAway(db, ownWord(id, actor))]))),
  )

  serve(http, offers.recordDonationOfOffer, ({ params: { id }, body: { donatedOn }, actor }) =>
    inTransaction(db, async db => {
      const bloodRequest = await lockRequestOfOffer(db, id, actor)
      const time = { now: now(), today: today(), timeZone }
      const offer = await recordDonation(db, { offerId: id, donatedOn, actor, bloodRequest, ...time })
      return first(await presentReceived(db, [offer], { actor, bloodRequest }))
    }),
  )
}

/** Locks the blood request of an offer that somebody manages. @throws Refusal offer-not-found */
async function lockRequestOfOffer(db: Database, id: string, actor: User): Promise<BloodRequestRow> {
  const offer = await findOffer(db, id)
  const bloodRequest = offer?.bloodRequestId
    ? await lockBloodRequest(db, offer.bloodRequestId, 'for share')
    : null
  if (!bloodRequest || !mayManage(actor, bloodRequest)) throw refuse('offer-not-found')
  return bloodRequest
}

/** The record of a list that has one. */
function first<T>(records: T[]): T {
  const [record] = records
  if (record === undefined) throw new Error('The list has a record.')
  return record
}
