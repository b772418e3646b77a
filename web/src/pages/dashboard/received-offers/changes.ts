import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { releaseDonor, removeDonation } from '../../../features/offers/queries.ts'
import type { AskedChange } from '../../../lists/changes/use-changes.ts'
import { currentTime } from '../../../ui/browser/clock.ts'

/** Tells a donor that they are not needed. */
export const release = (offer: ReceivedOffer): AskedChange<ReceivedOffer> => ({
  record: offer,
  after: { status: 'released', settledAt: currentTime().toISOString(), donor: null },
  question: `Tell ${offer.donor?.fullName ?? 'this donor'} that they aren't needed?`,
  consequence:
    "They are thanked by email, and you no longer see each other's numbers. This can't be undone, and they can't offer for this request again.",
  yes: 'Tell the donor',
  send: () => releaseDonor(offer.id),
  done: 'The donor is told that they are not needed.',
})

type DonatedOffer = ReceivedOffer & { donation: NonNullable<ReceivedOffer['donation']> }

/** Whether the actor can still undo the donation of an offer. */
export const mayUndo = (offer: ReceivedOffer, now: Date): offer is DonatedOffer =>
  offer.donation?.undoableUntil != null && now <= new Date(offer.donation.undoableUntil)

/** Undoes a donation that was recorded by mistake: the offer stands again. */
export const undoing = (offer: DonatedOffer): AskedChange<ReceivedOffer> => ({
  record: offer,
  after: { status: 'offered', settledAt: null, donation: null },
  question: 'Undo this donation?',
  consequence:
    'It is removed from the donor’s record, and they are told. If the request is still active, their offer stands again.',
  yes: 'Undo this donation',
  send: () => removeDonation(offer.donation.id),
  done: 'The donation was undone.',
})
