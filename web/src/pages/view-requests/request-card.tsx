import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { describeFirstDay, describeIncompatible } from '@blood-bank/contract/offers/offering'
import { SHOWN_REFUSALS_ABOUT_DONORS } from '@blood-bank/contract/refusals/donors'
import { memo, type ReactNode, Suspense, useState } from 'react'
import { ActionButtons } from '../../features/blood-requests/actions/action-buttons.tsx'
import { BloodRequestCard } from '../../features/blood-requests/lists/blood-request-card.tsx'
import type { ListedCardProps } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { RequestMenu } from '../../features/blood-requests/lists/request-menu.tsx'
import { requestHeadingId } from '../../features/blood-requests/state.ts'
import { MY_OFFERS } from '../../features/offers/queries.ts'
import { useReport } from '../../features/reports/report-menu.tsx'
import { forBloodGroup } from '../../forms/use-blood-group-in-url.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import { CallLink } from '../../ui/phone/call-link.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { type OfferFacts, useOfferingContext } from './offering/offering.tsx'

/** Loaded on demand: rarely needed. */
const OwnerNotice = lazyPart(
  async () => (await import('../../features/blood-requests/lists/owner-notice.tsx')).OwnerNotice,
)
const ShareDialog = lazyPart(
  async () => (await import('../../features/blood-requests/sharing/share-dialog.tsx')).ShareDialog,
)

type Props = ListedCardProps & { isWhole?: boolean }

/** A request in the list of active ones. */
export const RequestCard = memo((props: Props) =>
  props.isOwn ? <OwnCard {...props} /> : <OthersCard {...props} />,
)

function OthersCard({ bloodRequest, ...props }: Props) {
  const describedBy = requestHeadingId(bloodRequest.id)
  const { facts } = useOfferingContext()
  const { isReported, ask, dialog } = useReport({
    reported: { what: 'blood-request', id: bloodRequest.id },
    describedBy,
  })
  const { contactNumber } = bloodRequest
  const quiet = facts ? quietFor(bloodRequest, facts) : undefined
  return (
    <BloodRequestCard
      bloodRequest={bloodRequest}
      {...props}
      quiet={quiet}
      badges={isReported && <Badge>Reported</Badge>}
      buttons={
        <>
          <OfferButton bloodRequest={bloodRequest} describedBy={describedBy} />
          {contactNumber !== null && (
            <CallLink number={contactNumber} variant={quiet ? 'quiet' : 'secondary'} />
          )}
          <RequestMenu
            bloodRequest={bloodRequest}
            describedBy={describedBy}
            entries={isReported ? [] : [{ label: 'Report', onSelect: ask }]}
          />
        </>
      }
    >
      {props.problem}
      {dialog}
    </BloodRequestCard>
  )
}

/** Why the actor can't offer for this request, unless they can. What holds for all requests stands above the list. */
function quietFor(bloodRequest: BloodRequest, { donor, reasonFor }: OfferFacts) {
  const reason = reasonFor(bloodRequest)
  if (reason === null) return undefined
  const isOfOtherGroup = reason === 'incompatible-blood-group'
  const texts: Partial<Record<typeof reason, ReactNode>> = {
    'already-offered': (
      <p>
        You offered to donate. <Link to={MY_OFFERS}>My Offers</Link>
      </p>
    ),
    'offer-was-released': <p>{SHOWN_REFUSALS_ABOUT_DONORS['offer-was-released'].message}</p>,
    'offer-turned-away': <p>{SHOWN_REFUSALS_ABOUT_DONORS['offer-turned-away'].message}</p>,
    'offer-withdrawn-twice': <p>{SHOWN_REFUSALS_ABOUT_DONORS['offer-withdrawn-twice'].message}</p>,
    'incompatible-blood-group': donor && <p>{describeIncompatible(donor.bloodGroup, bloodRequest)}</p>,
    // The day for blood stands above the list.
    'donor-not-eligible': donor?.plateletsFrom && bloodRequest.component === 'apheresis-platelets' && (
      <p>{describeFirstDay(bloodRequest.component, donor.plateletsFrom)}</p>
    ),
  }
  return { isPale: isOfOtherGroup, text: texts[reason] ?? null }
}

/** One's own request: what becomes of it is on the dashboard. */
function OwnCard({ bloodRequest, onAction, problem, ...props }: Props) {
  const describedBy = requestHeadingId(bloodRequest.id)
  const { requiredBloodGroup, hiddenAt } = bloodRequest
  const [isSharing, setIsSharing] = useState(false)
  return (
    <BloodRequestCard
      bloodRequest={bloodRequest}
      {...props}
      badges={hiddenAt && <Badge tone="warning">Hidden</Badge>}
      quiet={{
        isPale: false,
        text: (
          <p>
            Your request. <Link to="/dashboard">See who can come</Link>
          </p>
        ),
      }}
      buttons={
        <RowMenu
          entries={[
            {
              label: `Find ${withMinus(requiredBloodGroup)} donors`,
              to: `/find-donors${forBloodGroup(requiredBloodGroup)}`,
            },
            { label: 'Share', onSelect: () => setIsSharing(true) },
          ]}
          describedBy={describedBy}
        />
      }
      ownerButtons={
        <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={describedBy} />
      }
    >
      {hiddenAt && (
        <Suspense>
          <OwnerNotice bloodRequest={bloodRequest} />
        </Suspense>
      )}
      {problem}
      {isSharing && (
        <Suspense>
          <ShareDialog bloodRequest={bloodRequest} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </BloodRequestCard>
  )
}

type OfferProps = {
  bloodRequest: BloodRequest
  /** Id of the request's heading, as the buttons of all requests have the same label. */
  describedBy: string
}

/** Offers to donate, where the actor may. The card and `OfferGuidance` say why they may not. */
function OfferButton({ bloodRequest, describedBy }: OfferProps) {
  const { facts, ask } = useOfferingContext()
  if (!facts || facts.reasonFor(bloodRequest) !== null) return null
  return (
    <Button
      variant="primary"
      aria-describedby={describedBy}
      onClick={() => ask({ bloodRequest, headingId: describedBy })}
    >
      I can donate
    </Button>
  )
}
