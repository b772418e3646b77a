import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { Moment } from '../../../api/moment.tsx'
import { DonationDateForm } from '../../listing/dialog/donation-date-form.tsx'
import { RecordsDialog } from '../../listing/dialog/records-dialog.tsx'
import { DonationItem } from './donation-item.tsx'
import { donationChanges, useDonationsOf, useStandingOfferOf } from './queries.ts'

type Props = { donor: DonorRecord; onClose: () => void }

/** The donations of a donor, and the offer that stands. Admins record, correct and undo donations. */
export function DonationsDialog({ donor: { id, fullName }, onClose }: Props) {
  const client = useQueryClient()
  const changes = useMemo(() => donationChanges(client, id), [client, id])
  return (
    <RecordsDialog
      title={`Donations of ${fullName}`}
      onClose={onClose}
      label="Donations"
      list={useDonationsOf(id)}
      failed="Failed to load the donations."
      none="No donation has been recorded yet."
      renderRecord={(donation, onChanged) => (
        <DonationItem donation={donation} changes={changes} onChanged={onChanged} />
      )}
      intro={<StandingOffer donorId={id} />}
    >
      <DonationDateForm action="Record donation" send={changes.record} onRefused={changes.refresh} />
    </RecordsDialog>
  )
}

function StandingOffer({ donorId }: { donorId: string }) {
  const offer = useStandingOfferOf(donorId)
  if (offer.isError) return <FetchFailure query={offer} failed="Failed to load the offers." />
  if (!offer.data) return <p>{offer.isPending ? 'Loading...' : 'No offer stands at the moment.'}</p>
  const { bloodRequest, offeredAt } = offer.data
  const place = bloodRequest ? ` at ${bloodRequest.hospitalName}` : ''
  return (
    <p key="offer">
      <span>{`Has offered to donate for the ${requiredGroupOf(offer.data)} request${place} since`}</span>{' '}
      <Moment at={offeredAt} />.
    </p>
  )
}
