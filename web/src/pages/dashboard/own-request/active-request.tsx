import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { type BloodRequest, URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { needsConfirmation } from '@blood-bank/contract/blood-requests/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { RequestedAction } from '../../../features/blood-requests/actions/actions.ts'
import { describeUnitCount } from '../../../features/blood-requests/state.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { forBloodGroup } from '../../../forms/use-blood-group-in-url.ts'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { ReceivedOffers } from '../received-offers/received-offers.tsx'
import { useShownOffers } from '../received-offers/use-shown-offers.ts'
import styles from './active-request.module.css'
import { EnoughGiven } from './enough-given.tsx'
import { FoldedFacts } from './folded-facts.tsx'
import { OfferNews } from './offer-news.tsx'
import { ProgressSteps } from './progress-steps.tsx'
import { ShareOwnButton } from './share-own-button.tsx'
import { StillMissing } from './still-missing.tsx'
import { StillNeeded } from './still-needed.tsx'
import { useIsLate, WaitingForDonors } from './waiting-for-donors.tsx'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
  onAction: (requested: RequestedAction) => void
}

/**
 * The waiting room: how far the request has come, and who can come. The panel is as high while nobody has answered as when a
 * donor can come: whoever waits has a thumb on the page.
 */
export function ActiveRequest({ bloodRequest, describedBy, onAction }: Props) {
  const { id, requiredBloodGroup, unitsRequired, unitsGiven, offersStanding } = bloodRequest
  const { data: progress, isPending } = useQuery({
    queryKey: ['alerts', id],
    meta: { live: ['own-blood-requests', 'received-offers'] },
    queryFn: ({ signal }) => call(readAlertProgress, { params: { id } }, { signal }),
  })
  const list = useOptimisticList(useReceivedOffers(id), receivedOffersKey(id))
  const known = list.data?.pages.flat()
  const { offers, more, showAll } = useShownOffers(known)
  const standing = known?.filter(({ status }) => status === 'offered') ?? []
  const isWaiting = standing.length === 0 && (list.isError || !list.isPending || offersStanding === 0)
  const asksWhetherNeeded = needsConfirmation(bloodRequest)
  // Whoever has answered keeps its room: what is below must not come up under the next press.
  const [wasAsked, setWasAsked] = useState(asksWhetherNeeded)
  if (asksWhetherNeeded && !wasAsked) setWasAsked(true)
  const isLate = useIsLate(bloodRequest)
  return (
    <>
      <FoldedFacts
        bloodRequest={bloodRequest}
        summary={`${describeUnitCount(unitsRequired)}, ${URGENCY_LABELS[bloodRequest.urgency]}, for ${bloodRequest.patientName}`}
      />
      <ProgressSteps bloodRequest={bloodRequest} progress={progress} standing={standing} />
      <div
        className={styles.panel}
        data-tone={standing.length > 0 ? 'good' : undefined}
        data-question={wasAsked || undefined}
      >
        <EnoughGiven bloodRequest={bloodRequest} onAction={onAction} describedBy={describedBy} />
        {asksWhetherNeeded && <StillNeeded bloodRequest={bloodRequest} headingId={describedBy} />}
        {isWaiting && !asksWhetherNeeded && unitsGiven < unitsRequired && (
          <WaitingForDonors
            bloodRequest={bloodRequest}
            progress={progress}
            isPending={isPending}
            hadOffers={known !== undefined && known.length > 0}
            isLate={isLate}
          />
        )}
        <ReceivedOffers bloodRequest={bloodRequest} list={list} shown={offers} describedBy={describedBy} />
        {standing.length > 0 && (
          <StillMissing
            bloodRequest={bloodRequest}
            progress={progress}
            standing={standing}
            more={more}
            onShow={showAll}
          />
        )}
        <OfferNews offers={list.isPending ? undefined : known} />
      </div>
      <div className={styles.next}>
        <ShareOwnButton bloodRequest={bloodRequest} describedBy={describedBy} />
        <LinkButton
          to={`/find-donors${forBloodGroup(requiredBloodGroup)}`}
          variant={isLate && isWaiting ? 'primary' : 'secondary'}
          aria-describedby={describedBy}
        >
          Call donors yourself
        </LinkButton>
      </div>
    </>
  )
}
