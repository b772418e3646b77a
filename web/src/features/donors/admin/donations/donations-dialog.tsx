import type { DonorRecord } from '@blood-bank/contract/donors'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { explainFailure } from '../../../../api/explain-failure.ts'
import { site } from '../../../../api/site.ts'
import { DonationDateForm } from '../../../../forms/donation-date-form.tsx'
import { LoadMore } from '../../../../lists/load-more.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { FetchFailure } from '../../../../ui/feedback/fetch-failure.tsx'
import { formatMoment } from '../../../../ui/records/dates.ts'
import styles from '../../../../ui/records/dialog-records.module.css'
import { Line, Skeleton } from '../../../../ui/records/skeleton.tsx'
import { DonationItem } from './donation-item.tsx'
import { donationChanges, useDonationsOf, useStandingOfferOf } from './queries.ts'

type Props = { donor: DonorRecord; onClose: () => void }

/** The donations of a donor, and the offer that stands. Admins record, correct and undo donations. */
export function DonationsDialog({ donor, onClose }: Props) {
  const client = useQueryClient()
  const changes = useMemo(() => donationChanges(client, donor.id), [client, donor.id])
  const donations = useDonationsOf(donor.id)
  const list = useRef<HTMLUListElement>(null)
  const records = donations.data?.pages.flat()
  const failure = (error: Error) => explainFailure(error, 'Failed to load the donations.')
  return (
    <Dialog title={`Donations of ${donor.fullName}`} onClose={onClose}>
      <StandingOffer donorId={donor.id} />
      {donations.isPending && (
        <Skeleton status="Loading...">
          <Line width={14} />
        </Skeleton>
      )}
      {!donations.isFetchNextPageError && <FetchFailure query={donations} failure={failure} />}
      {records?.length === 0 && <p>No donation has been recorded yet.</p>}
      {records && records.length > 0 && (
        <ul className={styles.list} ref={list} tabIndex={-1} aria-label="Donations">
          {records.map(donation => (
            <DonationItem
              key={donation.id}
              donation={donation}
              changes={changes}
              // The focused button may be gone with its donation.
              onChanged={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
      <LoadMore pages={donations} failure={failure} />
      <DonationDateForm action="Record donation" send={changes.record} onRefused={changes.refresh} />
      <div className={styles.close}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

function StandingOffer({ donorId }: { donorId: string }) {
  const offer = useStandingOfferOf(donorId)
  if (offer.isError)
    return (
      <FetchFailure query={offer} failure={error => explainFailure(error, 'Failed to load the offers.')} />
    )
  if (!offer.data) return <p>{offer.isPending ? 'Loading...' : 'No offer stands at the moment.'}</p>
  const { requiredBloodGroup, bloodRequest, offeredAt } = offer.data
  return (
    <p>
      Has offered to donate for the {requiredBloodGroup} request
      {bloodRequest && ` at ${bloodRequest.hospitalName}`} since{' '}
      <time dateTime={offeredAt}>{formatMoment(offeredAt, site.timeZone)}</time>.
    </p>
  )
}
