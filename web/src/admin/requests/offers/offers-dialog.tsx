import type { BloodRequestRecord } from '@blood-bank/contract/blood-requests/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { refreshBloodRequests } from '../../../features/blood-requests/queries.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { RecordsDialog } from '../../listing/dialog/records-dialog.tsx'
import { OfferItem } from './offer-item.tsx'

type Props = { bloodRequest: BloodRequestRecord; onClose: () => void }

/** The offers for a blood request. Admins release donors, and record or undo donations. */
export function OffersDialog({ bloodRequest: { id, patientName }, onClose }: Props) {
  const client = useQueryClient()
  /** The lists of requests count the offers. */
  const refresh = async () => {
    void refreshBloodRequests(client)
    await client.invalidateQueries({ queryKey: receivedOffersKey(id) })
  }
  return (
    <RecordsDialog
      title={`Offers for ${patientName}`}
      onClose={onClose}
      label="Offers"
      list={useReceivedOffers(id)}
      failed="Failed to load the offers."
      none="Nobody has offered to donate for this request yet."
      renderRecord={(offer, onChanged) => <OfferItem offer={offer} refresh={refresh} onChanged={onChanged} />}
    />
  )
}
