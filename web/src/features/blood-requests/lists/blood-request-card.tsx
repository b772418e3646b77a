import { type BloodRequest, STATUS_LABELS, type Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { needsConfirmation } from '@blood-bank/contract/blood-requests/rules'
import { NUMBER_IS_WITHHELD } from '@blood-bank/contract/numbers/contact-numbers'
import { type ComponentType, memo, type ReactNode, Suspense } from 'react'
import { Moment } from '../../../api/moment.tsx'
import { site } from '../../../api/site.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CallButtons } from '../../../ui/phone/call-buttons.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatDayOfYear } from '../../../ui/records/dates.ts'
import { Facts } from '../../../ui/records/facts.tsx'
import { RecordCard } from '../../../ui/records/record-card.tsx'
import { RelativeTime } from '../../../ui/records/relative-time.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'
import type { RequestedAction } from '../actions/actions.ts'
import { EnoughGiven } from '../actions/enough-given.tsx'
import { NextSteps } from '../next-steps.tsx'
import { PostAgainButton } from '../posting-again/post-again-button.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { describeUnits, requestHeadingId, STATUS_TONES } from '../state.ts'

/** Loaded on demand: rarely needed. */
const OwnerNotice = lazyPart(async () => (await import('./owner-notice.tsx')).OwnerNotice)
const StillNeeded = lazyPart(async () => (await import('../actions/still-needed.tsx')).StillNeeded)

/** Parts that the page adds to the cards. Components, not elements, so that the cards need not re-render. */
export type CardParts = {
  /** Above the buttons. */
  Details?: ComponentType<CardPartProps>
  /** Before the other buttons. */
  Buttons?: ComponentType<CardPartProps>
  /** After the other buttons. */
  LastButton?: ComponentType<CardPartProps>
}

export type CardPartProps = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
}

export type BloodRequestCardProps = {
  bloodRequest: BloodRequest
  /** The list's labels of the urgencies (spec §3). */
  urgencyLabels: Record<Urgency, string>
  /** For a list with requests of every status. */
  showsStatus: boolean
  isOwn: boolean
  /** Whether it has left the list while it was shown. */
  isGone?: boolean
  parts?: CardParts | undefined
  onAction: (requested: RequestedAction) => void
  /** The error of an action on this request. */
  problem: ReactNode
}

/** A blood request as members see it. */
export const BloodRequestCard = memo(
  ({ bloodRequest, isGone, parts, onAction, problem, ...look }: BloodRequestCardProps) => {
    const heading = requestHeadingId(bloodRequest.id)
    const { urgency, status, contactNumber, requestedAt, neededBy } = bloodRequest
    const withheldNumber = bloodRequest.isNumberWithheld ? NUMBER_IS_WITHHELD : null
    const isOwn = look.isOwn && !isGone
    return (
      <RecordCard
        id={heading}
        title={bloodRequest.patientName}
        mark={<Badge tone="blood">{bloodRequest.requiredBloodGroup}</Badge>}
        badges={
          <>
            <Badge tone={urgency}>{look.urgencyLabels[urgency]}</Badge>
            {bloodRequest.unconfirmedSince && (
              <Badge tone="warning">
                Not confirmed since {formatDayOfYear(bloodRequest.unconfirmedSince, site.timeZone)}
              </Badge>
            )}
            {bloodRequest.hiddenAt && <Badge tone="warning">Hidden</Badge>}
            {look.showsStatus && <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>}
          </>
        }
        actions={
          (look.isOwn || status === 'active') && (
            <>
              {!look.isOwn && (
                <>
                  {contactNumber !== null && <CallButtons number={contactNumber} />}
                  <ShareButton bloodRequest={bloodRequest} describedBy={heading} />
                </>
              )}
              {parts?.Buttons && <parts.Buttons bloodRequest={bloodRequest} describedBy={heading} />}
              {isOwn && status !== 'active' && (
                <PostAgainButton bloodRequest={bloodRequest} describedBy={heading} />
              )}
              {look.isOwn && (
                <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={heading} />
              )}
              {parts?.LastButton && <parts.LastButton bloodRequest={bloodRequest} describedBy={heading} />}
            </>
          )
        }
        insteadOfActions={isGone && 'No longer on the list. It was closed or removed a moment ago.'}
      >
        {isOwn && status === 'active' && (
          <Stack row>
            <NextSteps bloodRequest={bloodRequest} describedBy={heading} />
          </Stack>
        )}
        <Facts
          facts={{
            Hospital: bloodRequest.hospitalName,
            'Hospital Location': bloodRequest.hospitalLocation,
            'Units Required': bloodRequest.unitsRequired,
            Donations: describeUnits(bloodRequest),
            'Contact Person': bloodRequest.contactPerson,
            'Contact Number': look.isOwn ? contactNumber : withheldNumber,
            Requested: <RelativeTime moment={requestedAt} timeZone={site.timeZone} />,
            'Needed by': neededBy && <Moment at={neededBy} />,
          }}
        />
        {bloodRequest.additionalInfo && <Facts facts={{ 'Additional Info': bloodRequest.additionalInfo }} />}
        {(bloodRequest.hiddenAt || bloodRequest.closedByAdminAt) && (
          <Suspense>
            <OwnerNotice bloodRequest={bloodRequest} />
          </Suspense>
        )}
        {parts?.Details && <parts.Details bloodRequest={bloodRequest} describedBy={heading} />}
        {isOwn && needsConfirmation(bloodRequest) && (
          <Suspense>
            <StillNeeded bloodRequest={bloodRequest} headingId={heading} />
          </Suspense>
        )}
        {isOwn && <EnoughGiven bloodRequest={bloodRequest} onAction={onAction} describedBy={heading} />}
        {problem}
      </RecordCard>
    )
  },
)
