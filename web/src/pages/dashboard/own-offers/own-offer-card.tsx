import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import {
  CONTACT_AFTER_DONATION_HOURS,
  type OfferStatus,
  type OwnOffer,
} from '@blood-bank/contract/offers/endpoints'
import { mayChangeMind } from '@blood-bank/contract/offers/turned-away'
import type { ReactNode } from 'react'
import { Moment } from '../../../api/moment.tsx'
import { Arrival, thanksFor, useSilence } from '../../../features/offers/arrival.tsx'
import { useSayingOnTheWay } from '../../../features/offers/queries.ts'
import { ReportMenu } from '../../../features/reports/report-menu.tsx'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import { RecordCard } from '../../../ui/records/record-card.tsx'

const BADGES = {
  donated: { tone: 'good', label: 'Donated' },
  released: { tone: 'plain', label: 'Not needed' },
  withdrawn: { tone: 'plain', label: "Couldn't come" },
} as const satisfies Record<Exclude<OfferStatus, 'offered'>, object>

const TURNED_AWAY = { tone: 'plain', label: "Couldn't give" } as const

type Props = {
  offer: OwnOffer
  /** Nothing until it is known. */
  donorName: string | undefined
  onWithdraw: () => void
  onGave: () => void
  onTurnedAway: () => void
  /** The error of an action on this offer. */
  problem: ReactNode
}

/** The id of the heading of an offer's card. */
export const offerHeadingId = ({ id }: Pick<OwnOffer, 'id'>) => `offer-${id}`

/** An offer as the donor who made it sees it: what to do next while it stands, then what became of it. */
export function OwnOfferCard({ offer, donorName, onWithdraw, onGave, onTurnedAway, problem }: Props) {
  const { status, bloodRequest, contact } = offer
  const heading = offerHeadingId(offer)
  const isStanding = status === 'offered'
  const silentFor = useSilence(offer)
  const mayChange = offer.settledAt !== null && mayChangeMind(new Date(offer.settledAt), currentTime())
  const badge = isStanding ? null : offer.isTurnedAway ? TURNED_AWAY : BADGES[status]
  return (
    <RecordCard
      id={heading}
      title={
        silentFor
          ? `You offered ${silentFor}.`
          : isStanding
            ? thanksFor(donorName)
            : (bloodRequest?.hospitalName ?? 'Deleted request')
      }
      mark={<Badge tone="blood">{offer.requiredBloodGroup}</Badge>}
      badges={
        <>
          {needsPlatelets(offer) && <Badge>Platelets</Badge>}
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </>
      }
      menu={<ReportMenu reported={{ what: 'requester', id: offer.id }} describedBy={heading} />}
      actions={
        <Stack row>
          {(isStanding || (offer.isTurnedAway && mayChange)) && (
            <Button variant="quiet" aria-describedby={heading} onClick={onGave}>
              I gave
            </Button>
          )}
          {(isStanding || (offer.hasSaidGave && mayChange)) && (
            <Button variant="quiet" aria-describedby={heading} onClick={onTurnedAway}>
              They couldn't take me
            </Button>
          )}
          {isStanding && (
            <Button aria-describedby={heading} onClick={onWithdraw}>
              I can't come
            </Button>
          )}
          {!isStanding && contact && (
            <>
              <CallNamed name={contact.contactPerson} number={contact.contactNumber} variant="secondary" />
              <Button aria-describedby={heading} onClick={onWithdraw}>
                Stop showing my number
              </Button>
            </>
          )}
        </Stack>
      }
    >
      {silentFor && <p>Ask whether you are still needed, or say that you can't come.</p>}
      {isStanding ? <Standing offer={offer} /> : <Ended offer={offer} />}
      {problem}
    </RecordCard>
  )
}

function Standing({ offer }: { offer: OwnOffer }) {
  const saying = useSayingOnTheWay(offer)
  return (
    <>
      <Arrival offer={offer} saying={saying} />
      <SmallPrint>
        <span>{`${offer.contact?.contactPerson ?? 'The member who posted this'} can see your name and number until the request closes or you can't come.`}</span>{' '}
        Offered: <Moment at={offer.offeredAt} />
      </SmallPrint>
    </>
  )
}

const Ended = ({ offer }: { offer: OwnOffer }) => (
  <>
    <p>{describeEnd(offer)}</p>
    <Facts
      facts={{
        'Hospital Location': offer.contact && (offer.bloodRequest?.hospitalLocation ?? null),
        ...(offer.contact && {
          'Patient Name': offer.contact.patientName,
          'Contact Person': offer.contact.contactPerson,
        }),
        Offered: <Moment at={offer.offeredAt} />,
      }}
    />
  </>
)

/** What became of the offer. */
function describeEnd({ status, bloodRequest, contact, isTurnedAway }: OwnOffer): string {
  if (isTurnedAway)
    return "Thank you for coming. The hospital couldn't take your blood this time. That happens to many people, and says nothing about you."

  if (status === 'donated')
    return contact
      ? `You donated for this request. Thank you. ${contact.contactPerson} can see your number for ${CONTACT_AFTER_DONATION_HOURS} hours after the donation was recorded.`
      : 'You donated for this request. Thank you.'
  if (status === 'withdrawn') return "You couldn't come. Your number is no longer shown."
  if (!bloodRequest) return 'The request was deleted. Thank you for offering.'
  return bloodRequest.status === 'active'
    ? "You aren't needed for this request. Thank you for offering."
    : `The request was closed (${STATUS_LABELS[bloodRequest.status].toLowerCase()}). Thank you for offering.`
}
