import type { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { arrivalOf, type ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { Moment } from '../../../api/moment.tsx'
import { site } from '../../../api/site.ts'
import { useSilence } from '../../../features/offers/arrival.tsx'
import {
  recordDonation,
  releaseDonor,
  removeDonation,
  takeBackTurnedAway,
  turnDonorAway,
} from '../../../features/offers/queries.ts'
import { ReportMenu } from '../../../features/reports/report-menu.tsx'
import type { AskedChange } from '../../../lists/changes/use-changes.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { formatTime } from '../../../ui/records/dates.ts'
import { useIsOlderThan } from '../../../ui/records/relative-time.tsx'
import styles from './received-offers.module.css'

type Props = {
  offer: ReceivedOffer
  /** What the request asks donors to give. */
  given: ReturnType<typeof givenFor>
  /** Whether it is the first donor who can come. */
  isFirst: boolean
  onGave: () => void
  onChange: (change: AskedChange<ReceivedOffer>) => void
}

/** The id of the text of an offer, which can receive the focus. */
export const receivedOfferElementId = ({ id }: Pick<ReceivedOffer, 'id'>) => `received-offer-${id}`

/** How long after arriving a donor has probably given. */
const GIVING_MINUTES = 60

/** An offer for one's own request, with the donor's number while it may be seen. */
export function ReceivedOfferItem({ offer, given, isFirst, onGave, onChange }: Props) {
  const { status, donor, settledAt, onTheWay } = offer
  const id = receivedOfferElementId(offer)
  const isStanding = status === 'offered'
  const number = donor?.contactNumber
  const { saidAt, minutes } = onTheWay ?? { saidAt: offer.offeredAt, minutes: 0 }
  const isOverdue = useIsOlderThan(saidAt, minutes + GIVING_MINUTES) && onTheWay !== null
  const silentFor = useSilence(offer)
  const standing = isOverdue ? `Did ${nameOf(offer)} give ${given}?` : describeStanding(offer)
  return (
    <li className={styles.item} data-standing={isStanding || undefined}>
      <div className={styles.head}>
        <div>
          <p id={id} tabIndex={-1} className={styles.text}>
            <span>{isStanding ? standing : describeSettled(offer, given)}</span>{' '}
            {!isStanding && !offer.donation && settledAt && <Moment className={styles.time} at={settledAt} />}
          </p>
          {silentFor && <SmallPrint>{`Offered ${silentFor}. Ask whether they can still come.`}</SmallPrint>}
        </div>
        <ReportMenu reported={{ what: 'donor', id: offer.id }} describedBy={id} />
      </div>
      {number && (
        <CallNamed
          name={donor.fullName}
          number={number}
          variant={isStanding && isFirst ? 'good' : 'secondary'}
        />
      )}
      <div className={styles.buttons}>
        {isStanding && (
          <>
            <Button variant="quiet" aria-describedby={id} onClick={onGave}>
              {`Gave ${given}`}
            </Button>
            <Button variant="quiet" aria-describedby={id} onClick={() => onChange(turnAway(offer))}>
              Couldn't give
            </Button>
            <Button variant="quiet" aria-describedby={id} onClick={() => onChange(release(offer))}>
              Not needed
            </Button>
          </>
        )}
        {mayUndo(offer) && (
          <Button variant="quiet" aria-describedby={id} onClick={() => onChange(undoing(offer))}>
            Undo
          </Button>
        )}
        {isUnconfirmed(offer) && (
          <Button variant="quiet" aria-describedby={id} onClick={() => onChange(confirming(offer, given))}>
            Yes, they gave
          </Button>
        )}
        {mayTakeBack(offer) && (
          <Button variant="quiet" aria-describedby={id} onClick={() => onChange(takingBack(offer))}>
            Undo
          </Button>
        )}
      </div>
    </li>
  )
}

/** Who can come, and when they arrive if they have said so: "Sumaiya Akter (B+) can come." */
export function describeStanding(offer: ReceivedOffer): string {
  const { onTheWay } = offer
  const who = nameOf(offer)
  if (!onTheWay) return `${who} can come.`
  return `${who} is on the way, there by about ${formatTime(arrivalOf(onTheWay), site.timeZone)}.`
}

/** "Sumaiya Akter (B+)" */
const nameOf = ({ donor }: ReceivedOffer) =>
  donor ? `${donor.fullName} (${withMinus(donor.bloodGroup)})` : 'A donor'

/** What became of an offer. Without a donor, the name must not be shown any more. */
function describeSettled({ status, donor, donation, turnedAway }: ReceivedOffer, given: string): string {
  if (status === 'withdrawn') return 'A donor can no longer come'
  if (turnedAway) return "A donor came, but the hospital couldn't take them"
  if (status === 'released') return 'A donor was told that they are not needed'
  const day = donation ? ` on ${formatCalendarDate(donation.donatedOn)}` : ''
  return `${donor?.fullName ?? 'A donor'} ${donation?.isUnconfirmed ? 'says that they gave' : 'gave'} ${given}${day}`
}

/** Tells a donor that they are not needed. */
const release = (offer: ReceivedOffer): AskedChange<ReceivedOffer> => ({
  record: offer,
  after: { status: 'released', settledAt: currentTime().toISOString(), donor: null },
  question: `Tell ${offer.donor?.fullName ?? 'this donor'} that they aren't needed?`,
  consequence:
    "They are thanked by email, and you no longer see each other's numbers. This can't be undone, and they can't offer for this request again.",
  yes: 'Tell the donor',
  send: () => releaseDonor(offer.id),
  done: 'The donor is told that they are not needed.',
})

/** Says that a donor came, but the hospital couldn't take them. */
const turnAway = (offer: ReceivedOffer): AskedChange<ReceivedOffer> => ({
  record: offer,
  after: {
    status: 'released',
    settledAt: currentTime().toISOString(),
    donor: null,
    turnedAway: { undoableUntil: null },
  },
  question: `Did ${offer.donor?.fullName ?? 'this donor'} come, but the hospital couldn't take them?`,
  consequence:
    "They are thanked by email, and you no longer see each other's numbers. No reason is stored, and it counts against nobody. We go on asking others.",
  yes: "The hospital couldn't take them",
  send: () => turnDonorAway(offer.id),
  done: 'The donor is thanked for coming.',
})

/** Whether the actor can still take that back. */
const mayTakeBack = ({ turnedAway }: ReceivedOffer): boolean =>
  turnedAway?.undoableUntil != null && currentTime() <= new Date(turnedAway.undoableUntil)

const takingBack = (offer: ReceivedOffer): AskedChange<ReceivedOffer> => ({
  record: offer,
  after: { status: 'offered', settledAt: null, turnedAway: undefined },
  question: 'Undo this?',
  consequence: 'The donor is told. If they can still come, their offer stands again.',
  yes: 'Undo this',
  send: () => takeBackTurnedAway(offer.id),
  done: 'It was undone.',
})

type DonatedOffer = ReceivedOffer & { donation: NonNullable<ReceivedOffer['donation']> }

/** Whether the actor can still undo the donation of an offer. */
export const mayUndo = (offer: ReceivedOffer): offer is DonatedOffer =>
  offer.donation?.undoableUntil != null && currentTime() <= new Date(offer.donation.undoableUntil)

/** Whether only the donor says that they gave. */
export const isUnconfirmed = (offer: ReceivedOffer): offer is DonatedOffer =>
  offer.donation?.isUnconfirmed === true

/** Says so, too. */
const confirming = (offer: DonatedOffer, given: string): AskedChange<ReceivedOffer> => ({
  record: offer,
  after: { donation: { ...offer.donation, isUnconfirmed: undefined } },
  question: `Did ${offer.donor?.fullName ?? 'this donor'} give ${given}?`,
  consequence: 'It counts for your request from now on.',
  yes: 'Yes, they gave',
  variant: 'good',
  send: () => recordDonation(offer.id, offer.donation.donatedOn),
  done: 'The donation counts for your request.',
})

/** Undoes a donation that was recorded by mistake: the offer stands again, or the donor's own word does not count. */
const undoing = (offer: DonatedOffer): AskedChange<ReceivedOffer> => ({
  record: offer,
  ...undone(offer),
  yes: 'Undo this donation',
  send: () => removeDonation(offer.donation.id),
  done: 'The donation was undone.',
})

const undone = (offer: DonatedOffer) =>
  offer.donation.isOwnWord
    ? {
        after: { donation: { ...offer.donation, undoableUntil: null, isUnconfirmed: true as const } },
        question: 'Did they not give?',
        consequence:
          'It no longer counts for your request, and we go on asking. What the donor says of themselves stays.',
      }
    : {
        after: { status: 'offered' as const, settledAt: null, donation: null },
        question: 'Undo this donation?',
        consequence:
          'It is removed from the donor’s record, and they are told. If the request is still active, their offer stands again.',
      }
