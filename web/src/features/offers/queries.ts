import { undoDonation } from '@blood-bank/contract/offers/donations'
import {
  listOwnOffers,
  listReceivedOffers,
  type OnTheWay,
  type OwnOffer,
  recordDonationOfOffer,
  releaseOffer,
  sayOnTheWay,
} from '@blood-bank/contract/offers/endpoints'
import { turnAwayDonor, undoTurnedAway } from '@blood-bank/contract/offers/turned-away'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { changeCachedLists } from '../../lists/changes/optimistic-list.ts'
import { useRecords } from '../../lists/use-records.ts'
import { refreshRecords } from '../../session/session.ts'

/** Id of the section **My Offers** of the dashboard. */
export const MY_OFFERS_ID = 'my-offers'

/** The address of that section. */
export const MY_OFFERS = `/dashboard#${MY_OFFERS_ID}`

const OFFERS = ['offers']

/** Key of the actor's own offers. */
export const OWN_OFFERS = [...OFFERS, 'mine']

/** Key of the offers for a blood request. */
export const receivedOffersKey = (bloodRequestId: string) => [...OFFERS, 'received', bloodRequestId]

/** The actor's offers, the newest first, page by page. */
export const useOwnOffers = () =>
  useRecords({
    queryKey: OWN_OFFERS,
    live: ['own-offers'],
    fetchPage: (query, options) => call(listOwnOffers, { query }, options),
  })

/** The offer that stands: a donor has one at most, and few are newer, if it stands again. */
export const standingOfferOf = (offers: readonly OwnOffer[] | undefined): OwnOffer | null =>
  offers?.find(({ status }) => status === 'offered') ?? null

/** Says in how many minutes the donor of a standing offer arrives. */
export function useSayingOnTheWay(offer: OwnOffer) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (minutes: OnTheWay['minutes']) =>
      call(sayOnTheWay, { params: { id: offer.id }, body: { minutes } }),
    onSuccess: after => changeCachedLists(client, OWN_OFFERS, [{ record: offer, after }]),
    // A refusal means that this page shows an outdated state.
    onError: error => void (isRefused(error) && refreshRecords(client)),
  })
}

/** The offers for a blood request, oldest first, page by page. Admins see no private number in them. */
export const useReceivedOffers = (bloodRequestId: string) =>
  useRecords({
    queryKey: receivedOffersKey(bloodRequestId),
    live: ['received-offers', 'admin-blood-requests'],
    isAwaited: true,
    fetchPage: (query, options) =>
      call(listReceivedOffers, { params: { id: bloodRequestId }, query }, options),
  })

// What a list shows at once and what is fetched again differ by page, so each page says it.

/** Tells the donor of an offer that they are not needed. */
export const releaseDonor = (offerId: string) => call(releaseOffer, { params: { id: offerId } })

/** Says that the donor of an offer came, but the hospital couldn't take them. */
export const turnDonorAway = (offerId: string) => call(turnAwayDonor, { params: { id: offerId } })

/** Takes it back: the offer stands again. */
export const takeBackTurnedAway = (offerId: string) => call(undoTurnedAway, { params: { id: offerId } })

/** Records that the donor of an offer gave. */
export const recordDonation = (offerId: string, donatedOn: string) =>
  call(recordDonationOfOffer, { params: { id: offerId }, body: { donatedOn } })

/** Removes a donation that was recorded by mistake: its offer stands again. */
export const removeDonation = (donationId: string) => call(undoDonation, { params: { id: donationId } })
