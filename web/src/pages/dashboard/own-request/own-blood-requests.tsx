import { URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { memo, Suspense, useEffect, useState } from 'react'
import { ActionButtons } from '../../../features/blood-requests/actions/action-buttons.tsx'
import {
  BloodRequestList,
  type ListedCardProps,
} from '../../../features/blood-requests/lists/blood-request-list.tsx'
import { NeedAt } from '../../../features/blood-requests/lists/need-at.tsx'
import type { useOwnBloodRequests } from '../../../features/blood-requests/queries.ts'
import { isActive, REQUEST_IS_GONE, requestHeadingId } from '../../../features/blood-requests/state.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import visuallyHidden from '../../../ui/layout/visually-hidden.module.css'
import { Badge } from '../../../ui/records/badge.tsx'
import { RecordCard } from '../../../ui/records/record-card.tsx'
import { ActiveRequest, BesideRequest } from './active-request.tsx'
import { ClosedRequest } from './closed-request.tsx'
import styles from './own-request.module.css'

/** Loaded on demand: rarely needed. */
const OwnerNotice = lazyPart(
  async () => (await import('../../../features/blood-requests/lists/owner-notice.tsx')).OwnerNotice,
)

/** The actor's own requests of every status (spec §2, dashboard). */
export function OwnBloodRequests({ list }: { list: ReturnType<typeof useOwnBloodRequests> }) {
  const canCome = list.data?.pages.flat().reduce((sum, { offersStanding }) => sum + offersStanding, 0)
  useTitleNews(canCome)
  return (
    <BloodRequestList
      Card={OwnRequestCard}
      title="My Posted Blood Requests"
      list={list}
      failed="Failed to load your blood requests."
      none="You have not posted any blood requests yet."
      noneActive="You have no active requests."
      next={<LinkButton to="/post-request">Post a Request</LinkButton>}
      urgencyLabels={URGENCY_LABELS}
      showsStatus
    />
  )
}

/** A request of one's own: what becomes of it comes first, what its owner entered is folded. */
const OwnRequestCard = memo(({ bloodRequest, isGone, onAction, problem }: ListedCardProps) => {
  const { requiredBloodGroup, hiddenAt } = bloodRequest
  const heading = requestHeadingId(bloodRequest.id)
  const isWaiting = isActive(bloodRequest)
  return (
    <RecordCard
      id={heading}
      title={
        <>
          <NeedAt bloodRequest={bloodRequest} /> <span>{bloodRequest.hospitalName}</span>
          <span className={visuallyHidden.text}>{` for ${bloodRequest.patientName}`}</span>
        </>
      }
      mark={
        <span aria-hidden="true">
          <Badge tone="blood">{requiredBloodGroup}</Badge>
        </span>
      }
      badges={hiddenAt && <Badge tone="warning">Hidden</Badge>}
      actions={
        isWaiting && (
          <div className={styles.foot}>
            <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={heading} />
          </div>
        )
      }
      insteadOfActions={isGone && REQUEST_IS_GONE}
      after={
        isWaiting &&
        !isGone && <BesideRequest bloodRequest={bloodRequest} describedBy={heading} onAction={onAction} />
      }
    >
      {(hiddenAt || bloodRequest.closedByAdminAt) && (
        <Suspense>
          <OwnerNotice bloodRequest={bloodRequest} />
        </Suspense>
      )}
      {isWaiting ? (
        <div className={styles.body} inert={isGone}>
          <ActiveRequest bloodRequest={bloodRequest} describedBy={heading} onAction={onAction} />
        </div>
      ) : (
        <ClosedRequest bloodRequest={bloodRequest} describedBy={heading} onAction={onAction} />
      )}
      {problem}
    </RecordCard>
  )
})

/** Whatever a person does on the page shows that they look at it. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'focus'] as const

/**
 * Says in the title of the document who can come since the page was opened, for somebody who waits in another tab: "(1) A
 * donor can come". Once they are back, or do something on the page, the title is as before.
 * @param count how many can come, also those who could before; undefined before that is known
 */
function useTitleNews(count: number | undefined): void {
  const [seen, setSeen] = useState(count)
  // During rendering: fewer than before are no news, but the next one is.
  if (count !== undefined && (seen === undefined || count < seen)) setSeen(count)
  const arrived = count === undefined || seen === undefined ? 0 : Math.max(0, count - seen)
  const title = arrived > 0 ? `(${arrived}) ${arrived === 1 ? 'A donor' : 'Donors'} can come` : null

  useEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    const see = () => {
      if (!document.hidden) setSeen(count)
    }
    document.addEventListener('visibilitychange', see)
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, see)
    return () => {
      document.removeEventListener('visibilitychange', see)
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, see)
      // The title of another page stays.
      if (document.title === title) document.title = before
    }
  }, [title, count])
}
