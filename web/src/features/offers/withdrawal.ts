import { type OwnOffer, withdrawOffer } from '@blood-bank/contract/offers/endpoints'
import { sayTurnedAway } from '@blood-bank/contract/offers/turned-away'
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

/** Says that the donor came, but the hospital couldn't take them. */
export const turnedAway = (offer: OwnOffer): AskedChange<OwnOffer> => ({
  record: offer,
  after: {
    status: 'released',
    isTurnedAway: true,
    hasSaidGave: undefined,
    settledAt: offer.settledAt ?? currentTime().toISOString(),
    contact: null,
    onTheWay: null,
  },
  question: "They couldn't take you?",
  consequence:
    'That happens to many people. Your name and number disappear, no reason is stored, and we ask you for nothing for two weeks. In your donor profile you can choose another day.',
  yes: "They couldn't take me",
  send: () => call(sayTurnedAway, { params: { id: offer.id } }),
  done: 'Thank you for coming.',
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
