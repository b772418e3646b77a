import { formatCalendarDate } from '@blood-bank/contract/calendar-dates'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { arrivalOf, type ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { Moment } from '../../../api/moment.tsx'
import { site } from '../../../api/site.ts'
import { ReportMenu } from '../../../features/reports/report-menu.tsx'
import type { AskedChange } from '../../../lists/changes/use-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { formatTime } from '../../../ui/records/dates.ts'
import { mayUndo, release, undoing } from './changes.ts'
import styles from './received-offers.module.css'

type Props = {
  offer: ReceivedOffer
  /** Whether it is the first donor who can come. */
  isFirst: boolean
  onGave: () => void
  onChange: (change: AskedChange<ReceivedOffer>) => void
}

/** The id of the text of an offer, which can receive the focus. */
export const receivedOfferElementId = ({ id }: Pick<ReceivedOffer, 'id'>) => `received-offer-${id}`

/** An offer for one's own request, with the donor's number while it may be seen. */
export function ReceivedOfferItem({ offer, isFirst, onGave, onChange }: Props) {
  const { status, donor, settledAt } = offer
  const id = receivedOfferElementId(offer)
  const isStanding = status === 'offered'
  const number = donor?.contactNumber
  return (
    <li
      className={styles.item}
      data-standing={isStanding || undefined}
      data-on-the-way={offer.onTheWay !== null || undefined}
    >
      <p id={id} tabIndex={-1} className={styles.text}>
        {isStanding ? describeStanding(offer) : describeSettled(offer)}{' '}
        {!isStanding && settledAt && <Moment className={styles.time} at={settledAt} />}
      </p>
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
              Gave blood
            </Button>
            <Button variant="quiet" aria-describedby={id} onClick={() => onChange(release(offer))}>
              Not needed
            </Button>
          </>
        )}
        {mayUndo(offer, new Date()) && (
          <Button variant="quiet" aria-describedby={id} onClick={() => onChange(undoing(offer))}>
            Undo
          </Button>
        )}
        <ReportMenu reported={{ what: 'donor', id: offer.id }} describedBy={id} />
      </div>
    </li>
  )
}

/** Who can come, and when they arrive if they have said so: "Sumaiya Akter (B+) can come." */
export function describeStanding({ donor, onTheWay }: ReceivedOffer): string {
  const who = donor ? `${donor.fullName} (${withMinus(donor.bloodGroup)})` : 'A donor'
  if (!onTheWay) return `${who} can come.`
  return `${who} is on the way, there by about ${formatTime(arrivalOf(onTheWay), site.timeZone)}.`
}

/** What became of an offer. Without a donor, the name must not be shown any more. */
function describeSettled({ status, donor, donation }: ReceivedOffer): string {
  if (status === 'withdrawn') return 'A donor can no longer come'
  if (status === 'released') return 'A donor was told that they are not needed'
  const day = donation ? ` on ${formatCalendarDate(donation.donatedOn)}` : ''
  return `${donor?.fullName ?? 'A donor'} gave blood${day}`
}
