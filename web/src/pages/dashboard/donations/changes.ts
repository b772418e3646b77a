import { disputeDonation, type OwnDonation } from '@blood-bank/contract/offers/donations'
import { call } from '../../../api/call.ts'
import { removeDonation } from '../../../features/offers/queries.ts'
import type { AskedChange } from '../../../lists/changes/use-changes.ts'
import { currentTime } from '../../../ui/browser/clock.ts'

/** Says that a donation that somebody else recorded did not happen. */
export const dispute = (donation: OwnDonation): AskedChange<OwnDonation> => ({
  record: donation,
  after: { disputedAt: currentTime().toISOString() },
  question: 'Did this donation not happen?',
  consequence:
    'The member who posted the request no longer sees your number. An admin checks the donation. Until then it does not count for the date on which you can give again.',
  yes: 'Tell an admin',
  send: () => call(disputeDonation, { params: { id: donation.id } }),
  done: 'Thank you. An admin will check this donation.',
})

/** Removes a donation that the actor added. */
export const removal = (donation: OwnDonation): AskedChange<OwnDonation> => ({
  record: donation,
  after: null,
  question: 'Remove this donation?',
  consequence: 'It no longer counts for the date on which you can give again. You can add it again.',
  yes: 'Remove this donation',
  send: () => removeDonation(donation.id),
  done: 'The donation was removed.',
})
