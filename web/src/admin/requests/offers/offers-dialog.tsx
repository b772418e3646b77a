import type { BloodRequestRecord } from '@blood-bank/contract/blood-requests/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecordsDialog } from '../../listing/dialog/records-dialog.tsx'
import { OfferItem } from './offer-item.tsx'
import { offerChanges, useOffersFor } from './queries.ts'

type Props = { bloodRequest: BloodRequestRecord; onClose: () => void }

/** The offers for a blood request. Admins release donors, and record or undo donations. */
export function OffersDialog({ bloodRequest: { id, patientName }, onClose }: Props) {
  const client = useQueryClient()
  const changes = useMemo(() => offerChanges(client, id), [client, id])
  return (
    <RecordsDialog
      title={`Offers for ${patientName}`}
      onClose={onClose}
      label="Offers"
      list={useOffersFor(id)}
      failure="Failed to load the offers."
      none="Nobody has offered to donate for this request yet."
      renderRecord={(offer, onChanged) => <OfferItem offer={offer} changes={changes} onChanged={onChanged} />}
    />
  )
}
