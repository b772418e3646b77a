import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import {
  CONTACT_AFTER_DONATION_HOURS,
  type OfferStatus,
  type OwnOffer,
} from '@blood-bank/contract/offers/endpoints'
import type { ReactNode } from 'react'
import { site } from '../../../api/site.ts'
import { ReportButton } from '../../../features/reports/report-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CallButtons } from '../../../ui/phone/call-buttons.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { Facts } from '../../../ui/records/facts.tsx'
import { RecordCard } from '../../../ui/records/record-card.tsx'

const BADGES = {
  offered: { tone: 'good', label: 'Offered' },
  donated: { tone: 'good', label: 'Donated' },
  released: { tone: 'plain', label: 'Not needed' },
  withdrawn: { tone: 'plain', label: 'Withdrawn' },
} as const satisfies Record<OfferStatus, object>

type Props = {
  offer: OwnOffer
  onWithdraw: () => void
  /** The error of an action on this offer. */
  problem: ReactNode
}

/** The id of the heading of an offer's card. */
export const offerHeadingId = ({ id }: Pick<OwnOffer, 'id'>) => `offer-${id}`

/** An offer as the donor who made it sees it. */
export function OwnOfferCard({ offer, onWithdraw, problem }: Props) {
  const { status, bloodRequest, contact, offeredAt } = offer
  const heading = offerHeadingId(offer)
  const { tone, label } = BADGES[status]
  return (
    <RecordCard
      id={heading}
      title={bloodRequest?.hospitalName ?? 'Deleted request'}
      mark={<Badge tone="blood">{offer.requiredBloodGroup}</Badge>}
      badges={<Badge tone={tone}>{label}</Badge>}
      actions={
        <>
          {contact && <CallButtons number={contact.contactNumber} />}
          {status === 'offered' && (
            <Button variant="danger" aria-describedby={heading} onClick={onWithdraw}>
              Withdraw
            </Button>
          )}
          {status === 'donated' && contact && (
            <Button aria-describedby={heading} onClick={onWithdraw}>
              Stop showing my number
            </Button>
          )}
          <ReportButton reported={{ what: 'requester', id: offer.id }} describedBy={heading} />
        </>
      }
    >
      <p>{describeOwnOffer(offer)}</p>
      <Facts
        facts={{
          'Hospital Location': bloodRequest?.hospitalLocation ?? null,
          ...(contact && {
            'Patient Name': contact.patientName,
            'Contact Person': contact.contactPerson,
          }),
          Offered: <time dateTime={offeredAt}>{formatMoment(offeredAt, site.timeZone)}</time>,
        }}
      />
      {problem}
    </RecordCard>
  )
}

/** What is the case, or what became of the offer. */
function describeOwnOffer({ status, bloodRequest, contact }: OwnOffer): string {
  if (status === 'offered')
    return contact
      ? `${contact.contactPerson} can see your name and number. Call to agree when you come.`
      : 'Your offer stands.'
  if (status === 'donated')
    return contact
      ? `You donated for this request. Thank you. ${contact.contactPerson} can see your number for ${CONTACT_AFTER_DONATION_HOURS} hours after the donation was recorded.`
      : 'You donated for this request. Thank you.'
  if (status === 'withdrawn') return 'This offer was withdrawn. Your number is no longer shown.'
  if (!bloodRequest) return 'The request was deleted. Thank you for offering.'
  return bloodRequest.status === 'active'
    ? "You aren't needed for this request. Thank you for offering."
    : `The request was closed (${STATUS_LABELS[bloodRequest.status].toLowerCase()}). Thank you for offering.`
}
