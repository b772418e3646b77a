import { DAY_MS } from '@blood-bank/contract/durations'
import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { MY_OFFERS_ID, OWN_OFFERS, type useOwnOffers } from '../../../features/offers/queries.ts'
import { contactWithdrawal, turnedAway, withdrawal } from '../../../features/offers/withdrawal.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { outcomeNoticeOf, outcomeNoticesWithout } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, useChanges } from '../../../lists/changes/use-changes.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { NewRecords } from '../../../lists/steady/new-records.tsx'
import { useSteadyRecords } from '../../../lists/steady/use-steady-records.ts'
import { useWithoutEarlier } from '../../../lists/use-without-earlier.ts'
import { refreshRecords } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CardSkeleton, Skeleton } from '../../../ui/records/skeleton.tsx'
import { OwnOfferCard, offerHeadingId } from './own-offer-card.tsx'
import styles from './own-offers.module.css'

/** Loaded when it is asked. */
const GaveDialog = lazyPage(() => import('./gave-dialog.tsx'), 'GaveDialog')

const NEWS_MS = DAY_MS

/** Whether an offer stands, its donor can still call, or others have ended it a moment ago. */
const isCurrent = ({ status, contact, settledAt }: OwnOffer) =>
  status === 'offered' ||
  contact !== null ||
  (status === 'released' && currentTime().getTime() - Date.parse(settledAt ?? '') < NEWS_MS)

const FAILED = 'Failed to load your offers.'

type Props = {
  offers: ReturnType<typeof useOwnOffers>
  donorName: string | undefined
}

/** The actor's offers: the one that stands, which can be withdrawn, and folded what became of the others. */
export function OwnOffers({ offers, donorName }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const steady = useSteadyRecords<OwnOffer, Props['offers']>(offers, OWN_OFFERS)
  const all = useOptimisticList<OwnOffer, typeof steady>(steady, OWN_OFFERS)
  const { list, earlier, earlierTotal } = useWithoutEarlier<OwnOffer, typeof all>(all, isCurrent)
  const changes = useChanges<OwnOffer, AskedChange<OwnOffer>>({
    queryKey: OWN_OFFERS,
    refresh: refreshRecords,
  })
  const [giving, setGiving] = useState<OwnOffer | null>(null)
  const focusOf = (offer: OwnOffer) => document.getElementById(offerHeadingId(offer)) ?? heading.current
  const isLinked = useLocation().hash === `#${MY_OFFERS_ID}`
  const isEmpty = all.data?.total === 0 && !steady.data?.waiting
  // Nothing is said of what somebody never did. A link to the section needs it at once, and Retry keeps it.
  const isUnknown = list.isPending && steady.errorUpdateCount === 0
  if (isEmpty || (isUnknown && !isLinked)) return null
  const cardOf = (offer: OwnOffer) => (
    <OwnOfferCard
      key={offer.id}
      offer={offer}
      donorName={donorName}
      onWithdraw={() =>
        changes.ask(offer.status === 'donated' ? contactWithdrawal(offer) : withdrawal(offer))
      }
      onGave={() => setGiving(offer)}
      onTurnedAway={() => changes.ask(turnedAway(offer))}
      problem={outcomeNoticeOf(changes, offer.id)}
    />
  )
  return (
    <Section title="My Offers" id={MY_OFFERS_ID} headingRef={heading}>
      <NewRecords list={steady} noun={['offer', 'offers']} />
      <FetchFailure query={list} failed={FAILED} />
      {list.isPending && (
        <Skeleton status="Loading...">
          <CardSkeleton />
        </Skeleton>
      )}
      {list.data?.pages.flat().map(cardOf)}
      {earlierTotal > 0 && (
        <details className={styles.folded} onToggle={event => setIsUnfolded(event.currentTarget.open)}>
          <summary>{`${earlierTotal} earlier`}</summary>
          {/* Rarely needed: rendered when it is unfolded. */}
          {isUnfolded && (
            <Stack>
              {earlier.map(cardOf)}
              <LoadMore pages={list} failed={FAILED} />
            </Stack>
          )}
        </details>
      )}
      {outcomeNoticesWithout(changes, [...(list.data?.pages.flat() ?? []), ...earlier])}
      <ChangeDialog changes={changes} focusAfter={focusOf} />
      {giving && (
        <Suspense>
          <GaveDialog offer={giving} focusAfter={() => focusOf(giving)} onClose={() => setGiving(null)} />
        </Suspense>
      )}
    </Section>
  )
}
