import { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { sayGave } from '@blood-bank/contract/offers/turned-away'
import { call } from '../../../api/call.ts'
import { DonationDialog } from '../../../features/offers/donation-dialog.tsx'
import { OWN_OFFERS } from '../../../features/offers/queries.ts'

type Props = { offer: OwnOffer; focusAfter: () => HTMLElement | null; onClose: () => void }

/** Asks donors on which day they gave for their own offer. */
export const GaveDialog = ({ offer, ...dialog }: Props) => (
  <DonationDialog
    offer={offer}
    title={`Did you give ${givenFor(offer)}?`}
    action="I gave"
    send={donatedOn => call(sayGave, { params: { id: offer.id }, body: { donatedOn } })}
    queryKey={OWN_OFFERS}
    {...dialog}
  >
    It is listed in My Donations and counts for the date on which you can give again. The member who posted
    the request may be asked whether you gave.
  </DonationDialog>
)
