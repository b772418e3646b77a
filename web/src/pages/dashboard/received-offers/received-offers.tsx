import { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { Suspense, useEffect, useState } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { receivedOffersKey, type useReceivedOffers } from '../../../features/offers/queries.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { type AskedChange, type Outcome, useChanges } from '../../../lists/changes/use-changes.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { refreshRecords } from '../../../session/session.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { ReceivedOfferItem, receivedOfferElementId } from './received-offer-item.tsx'
import styles from './received-offers.module.css'

/** Loaded when it is asked. */
const RecordingDialog = lazyPage(() => import('./recording-dialog.tsx'), 'RecordingDialog')

type Props = {
  bloodRequest: BloodRequest
  list: ReturnType<typeof useReceivedOffers>
  /** Those of the list that are shown. */
  shown: ReceivedOffer[]
  /** Id of the request's heading. */
  describedBy: string
  label?: string
}

/** Below the list, so that no row moves under a finger; it names the donor therefore, unless they have withdrawn. */
function describeProblem({ message, record }: Outcome<ReceivedOffer>, shown: ReceivedOffer[]) {
  const donor = shown.find(({ id }) => id === record.id)?.donor
  return donor ? `${donor.fullName}: ${message}` : message
}

const FAILED = 'Failed to load the offers for this request.'

/** The offers for a request of the actor: first the donors who can come. */
export function ReceivedOffers({
  bloodRequest,
  list,
  shown,
  describedBy,
  label = 'Donors who offered',
}: Props) {
  const queryKey = receivedOffersKey(bloodRequest.id)
  const changes = useChanges<ReceivedOffer, AskedChange<ReceivedOffer>>({ queryKey, refresh: refreshRecords })
  const elementOf = (offer: ReceivedOffer) => document.getElementById(receivedOfferElementId(offer))
  const [recording, setRecording] = useState<ReceivedOffer | null>(null)
  const { offered = [], ...settled } = Object.groupBy(shown, ({ status }) => status)
  const offers = [...offered, ...Object.values(settled).flat()]
  // When the last donor withdraws, what is left goes to the end of the panel: as a new element, so that nothing moves. But
  // it keeps the focus of an owner who has settled one.
  const [hasSettled, setHasSettled] = useState(false)
  const isNew = offered.length === 0 && settled.withdrawn !== undefined && !hasSettled
  function ask(change: AskedChange<ReceivedOffer>) {
    setHasSettled(true)
    changes.ask(change)
  }
  const firstId = offered[0]?.id
  // Whoever can come next takes the place of a donor who is not needed, whose text had the focus.
  useEffect(() => {
    if (!hasSettled || !firstId || !isFocusLost()) return
    document.getElementById(receivedOfferElementId({ id: firstId }))?.focus({ preventScroll: true })
  }, [hasSettled, firstId])
  const problems = changes.outcomes.map(outcome => (
    <Notice key={outcome.record.id} kind={outcome.kind} onDismiss={() => changes.dismiss(outcome)}>
      {describeProblem(outcome, shown)}
    </Notice>
  ))
  const isExpected = bloodRequest.offersStanding + bloodRequest.unitsGiven > 0
  return (
    <>
      <FetchFailure query={list} failed={FAILED} />
      {list.isPending && isExpected && (
        <Skeleton status="Loading...">
          <Line />
        </Skeleton>
      )}
      {offers.length > 0 && (
        <section key={isNew ? 'withdrawn' : 'standing'} aria-describedby={describedBy} aria-label={label}>
          <ul className={styles.list}>
            {offers.map((offer, at) => (
              <ReceivedOfferItem
                key={offer.id}
                offer={offer}
                given={givenFor(bloodRequest)}
                isFirst={at === 0}
                onGave={() => setRecording(offer)}
                onChange={ask}
              />
            ))}
          </ul>
          {problems}
          <LoadMore pages={list} failed={FAILED} />
        </section>
      )}
      {offers.length === 0 && problems}
      <ChangeDialog changes={changes} focusAfter={elementOf} />
      {recording && (
        <Suspense>
          <RecordingDialog
            offer={recording}
            bloodRequest={bloodRequest}
            focusAfter={() => elementOf(recording)}
            onClose={() => setRecording(null)}
          />
        </Suspense>
      )}
    </>
  )
}
