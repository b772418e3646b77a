import { undoDonation } from '@blood-bank/contract/offers/donations'
import { recordDonationOfOffer, releaseOffer } from '@blood-bank/contract/offers/endpoints'
import { call } from '../../api/call.ts'

// What a list shows at once and what is fetched again differ by page, so each page says it.

/** Tells the donor of an offer that they are not needed. */
export const releaseDonor = (offerId: string) => call(releaseOffer, { params: { id: offerId } })

/** Records that the donor of an offer gave. */
export const recordDonation = (offerId: string, donatedOn: string) =>
  call(recordDonationOfOffer, { params: { id: offerId }, body: { donatedOn } })

/** Removes a donation that was recorded by mistake: its offer stands again. */
export const removeDonation = (donationId: string) => call(undoDonation, { params: { id: donationId } })
