import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useRef, useState } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { type AskedChange, type Outcome, useChanges } from '../../../lists/changes/use-changes.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { refreshRecords } from '../../../session/refresh-records.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { DonationDialog } from './donation-dialog.tsx'
import { ReceivedOfferItem, receivedOfferElementId } from './received-offer-item.tsx'
import styles from './received-offers.module.css'

type Props = { bloodRequest: BloodRequest; describedBy: string }

/**
 * The offers for a request of the actor. Those of an active one are shown at once; those of a closed one on demand, as
 * somebody may have many.
 */
export function ReceivedOffers({ bloodRequest, describedBy }: Props) {
  const isActive = bloodRequest.status === 'active'
  const [isShown, setIsShown] = useState(isActive)
  if (isShown) return <OfferList bloodRequest={bloodRequest} describedBy={describedBy} />
  if (bloodRequest.unitsGiven === 0) return null
  return (
    <div>
      <Button aria-describedby={describedBy} onClick={() => setIsShown(true)}>
        Show donations
      </Button>
    </div>
  )
}

/** Below the list, so that no row moves under a finger; it names the donor therefore. */
const describeProblem = ({ message, record: { donor } }: Outcome<ReceivedOffer>) =>
  donor ? `${donor.fullName}: ${message}` : message

const explain = (error: Error) => explainFailure(error, 'Failed to load the offers for this request.')

function OfferList({ bloodRequest, describedBy }: Props) {
  const queryKey = receivedOffersKey(bloodRequest.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useOptimisticList(useReceivedOffers(bloodRequest.id), queryKey)
  const changes = useChanges<ReceivedOffer, AskedChange<ReceivedOffer>>({ queryKey, refresh: refreshRecords })
  const elementOf = (offer: ReceivedOffer) =>
    document.getElementById(receivedOfferElementId(offer)) ?? heading.current
  const [recording, setRecording] = useState<ReceivedOffer | null>(null)
  const offers = list.data?.pages.flat() ?? []
  const isExpected = bloodRequest.offersStanding + bloodRequest.unitsGiven > 0
  return (
    <>
      {!list.isFetchNextPageError && <FetchFailure query={list} failure={explain} />}
      {list.isPending && isExpected && (
        <Skeleton status="Loading...">
          <Line />
        </Skeleton>
      )}
      {offers.length > 0 && (
        <section className={styles.offers} aria-describedby={describedBy} aria-label="Donors who offered">
          <h4 ref={heading} tabIndex={-1} className={styles.heading}>
            Donors who offered
          </h4>
          <ul className={styles.list}>
            {offers.map(offer => (
              <ReceivedOfferItem
                key={offer.id}
                offer={offer}
                onDonated={() => setRecording(offer)}
                onChange={changes.ask}
              />
            ))}
          </ul>
          {changes.outcomes.map(outcome => (
            <Notice key={outcome.record.id} kind={outcome.kind} onDismiss={() => changes.dismiss(outcome)}>
              {describeProblem(outcome)}
            </Notice>
          ))}
          <LoadMore pages={list} failure={explain} />
        </section>
      )}
      <ChangeDialog changes={changes} focusAfter={elementOf} />
      {recording && (
        <DonationDialog
          offer={recording}
          bloodRequestId={bloodRequest.id}
          focusAfter={() => elementOf(recording)}
          onClose={() => setRecording(null)}
        />
      )}
    </>
  )
}
