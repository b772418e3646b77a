import { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { UNDO_DONATION_HOURS } from '@blood-bank/contract/durations'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { DonationDialog } from '../../../features/offers/donation-dialog.tsx'
import { receivedOffersKey, recordDonation } from '../../../features/offers/queries.ts'

type Props = {
  offer: ReceivedOffer
  bloodRequest: Pick<BloodRequest, 'id' | 'component'>
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks the owner of a request on which day a donor gave. */
export const RecordingDialog = ({ offer, bloodRequest, ...dialog }: Props) => (
  <DonationDialog
    offer={offer}
    title={`Did ${offer.donor?.fullName ?? 'this donor'} give ${givenFor(bloodRequest)}?`}
    action="Record donation"
    send={donatedOn => recordDonation(offer.id, donatedOn)}
    queryKey={receivedOffersKey(bloodRequest.id)}
    {...dialog}
  >
    The donor is thanked by email. You can undo it once, for {UNDO_DONATION_HOURS} hours.
  </DonationDialog>
)
