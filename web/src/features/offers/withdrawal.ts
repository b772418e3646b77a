import { type OwnOffer, withdrawOffer } from '@blood-bank/contract/offers/endpoints'
import { call } from '../../api/call.ts'
import type { AskedChange } from '../../lists/changes/use-changes.ts'
import { currentTime } from '../../ui/browser/clock.ts'

/** Withdraws a standing offer. */
export const withdrawal = (offer: OwnOffer): AskedChange<OwnOffer> => ({
  record: offer,
  after: { status: 'withdrawn', settledAt: currentTime().toISOString(), contact: null, onTheWay: null },
  question: "You can't come after all?",
  consequence:
    'Your name and number disappear at once, and the member who posted the request is told that a donor can no longer come. You can offer at most twice for one request.',
  keep: 'Keep my offer',
  yes: "I can't come",
  send: () => call(withdrawOffer, { params: { id: offer.id } }),
  done: "They know that you can't come.",
})

/** Ends the time after a donation in which the member who posted the request sees the donor's number. */
export const contactWithdrawal = (offer: OwnOffer): AskedChange<OwnOffer> => ({
  record: offer,
  after: { contact: null },
  question: 'Stop showing your number?',
  consequence:
    'Your name and number disappear at once, and you no longer see the contact of the request. The donation stays recorded.',
  yes: 'Stop showing my number',
  send: () => call(withdrawOffer, { params: { id: offer.id } }),
  done: 'Your number is no longer shown.',
})
