import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { offerToDonate } from '@blood-bank/contract/offers/endpoints'
import { describeFirstDay, RESTING_BY_CHOICE } from '@blood-bank/contract/offers/offering'
import { SHOWN_REFUSALS_ABOUT_DONORS } from '@blood-bank/contract/refusals/donors'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import type { WayToRequest } from '../../../features/blood-requests/waiting-request.tsx'
import { MY_OFFERS } from '../../../features/offers/queries.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { WithContactLink } from '../../../ui/feedback/contact-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type OfferFacts, useOfferingContext } from './offering.tsx'

/** Loaded for donors who are not available. */
const AvailabilitySwitch = lazyPart(
  async () => (await import('../../../features/donors/availability-switch.tsx')).AvailabilitySwitch,
)

type Props = {
  /** The only one of the list. */
  bloodRequest?: BloodRequest | undefined
}

/** Above a list of requests: why the actor can't offer for any of them, and what to do instead. */
export function OfferGuidance({ bloodRequest }: Props) {
  const { facts, queries } = useOfferingContext()
  const failed = queries.find(({ error }) => error)
  const wasUnavailable = useHasBeen(facts?.generalReason === 'donor-unavailable')
  const Guidance = facts?.generalReason ? GUIDANCE[facts.generalReason] : undefined
  return (
    <>
      {failed && <FetchFailure query={failed} failed="Couldn't check whether you can donate." />}
      {facts && Guidance && (
        <Notice kind="info" isDense>
          <Guidance facts={facts} bloodRequest={bloodRequest} />
        </Notice>
      )}
      {wasUnavailable && facts?.donor && (
        <Notice kind="info" isDense>
          <p>{facts.donor.isAvailable ? 'You can offer to donate.' : 'To offer to donate, turn this on:'}</p>
          <Suspense>
            <AvailabilitySwitch donor={facts.donor} />
          </Suspense>
        </Notice>
      )}
    </>
  )
}

/** Whether a condition holds or has held: a switch that was used stays, so that it can say so and be used again. */
function useHasBeen(holds: boolean): boolean {
  const [hasHeld, setHasHeld] = useState(holds)
  if (holds && !hasHeld) setHasHeld(true)
  return hasHeld
}

type GuidanceProps = Props & { facts: OfferFacts }

const GUIDANCE: Partial<Record<RefusalCode, (props: GuidanceProps) => ReactNode>> = {
  'email-not-verified': () => (
    // The banner above the page sends the email again.
    <p>{offerToDonate.unverifiedMessage}</p>
  ),
  'not-a-donor': RegisterFirst,
  'donor-inactive': () => (
    <p>
      <WithContactLink>{SHOWN_REFUSALS_ABOUT_DONORS['donor-inactive'].message}</WithContactLink>
    </p>
  ),
  'donor-not-eligible': ({ facts: { donor } }) =>
    donor?.eligibleFrom && donor.eligibleFrom === donor.restsUntil ? (
      <p>
        <span>{RESTING_BY_CHOICE}</span> <Link to="/edit-donor-profile">Edit Donor Profile</Link>
      </p>
    ) : (
      <p>
        {donor?.eligibleFrom
          ? describeFirstDay('blood', donor.eligibleFrom)
          : SHOWN_REFUSALS_ABOUT_DONORS['donor-not-eligible'].message}
      </p>
    ),
  'other-offer-stands': ({ facts: { standingOffer } }) => (
    <p>
      <span>{`You offered to donate at ${standingOffer?.bloodRequest?.hospitalName}.`}</span> To offer
      elsewhere, <Link to={MY_OFFERS}>say you can't come</Link>.
    </p>
  ),
}

/** Leads back to the requests afterwards, and keeps the only one in view until then. */
function RegisterFirst({ bloodRequest }: GuidanceProps) {
  const { pathname, search } = useLocation()
  const state: WayToRequest = {
    returnTo: pathname + search,
    ...(bloodRequest && {
      waiting: { ...bloodRequest, hospital: bloodRequest.hospitalName },
    }),
  }
  return (
    <p>
      <Link to="/register-donor" state={state}>
        Register as Donor
      </Link>{' '}
      first, then offer to donate.
    </p>
  )
}
