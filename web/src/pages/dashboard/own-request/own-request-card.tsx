import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import { memo, Suspense } from 'react'
import { ActionButtons } from '../../../features/blood-requests/actions/action-buttons.tsx'
import type { ListedCardProps } from '../../../features/blood-requests/lists/blood-request-list.tsx'
import { isActive, REQUEST_IS_GONE, requestHeadingId } from '../../../features/blood-requests/state.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import visuallyHidden from '../../../ui/layout/visually-hidden.module.css'
import { Badge } from '../../../ui/records/badge.tsx'
import { RecordCard } from '../../../ui/records/record-card.tsx'
import { ActiveRequest } from './active-request.tsx'
import { ClosedRequest } from './closed-request.tsx'
import styles from './own-request-card.module.css'

/** Loaded on demand: rarely needed. */
const OwnerNotice = lazyPart(
  async () => (await import('../../../features/blood-requests/lists/owner-notice.tsx')).OwnerNotice,
)

/** A request of one's own: what becomes of it comes first, what its owner entered is folded. */
export const OwnRequestCard = memo(({ bloodRequest, isGone, onAction, problem }: ListedCardProps) => {
  const { requiredBloodGroup, hiddenAt } = bloodRequest
  const heading = requestHeadingId(bloodRequest.id)
  const isWaiting = isActive(bloodRequest)
  return (
    <RecordCard
      id={heading}
      title={
        <>
          <span className={visuallyHidden.text}>{`${requiredGroupOf(bloodRequest)} at `}</span>
          <span>{bloodRequest.hospitalName}</span>
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
