import { formatCalendarDate } from '@blood-bank/contract/calendar-dates'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { site } from '../../../api/site.ts'
import { ReportButton } from '../../../features/reports/report-button.tsx'
import type { AskedChange } from '../../../lists/changes/use-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CallButtons } from '../../../ui/phone/call-buttons.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { mayUndo, release, undoing } from './changes.ts'
import styles from './received-offers.module.css'

type Props = {
  offer: ReceivedOffer
  onDonated: () => void
  onChange: (change: AskedChange<ReceivedOffer>) => void
}

/** The id of the text of an offer, which can receive the focus. */
export const receivedOfferElementId = ({ id }: Pick<ReceivedOffer, 'id'>) => `received-offer-${id}`

/** An offer for one's own request, with the donor's number while it may be seen. */
export function ReceivedOfferItem({ offer, onDonated, onChange }: Props) {
  const { status, donor } = offer
  const id = receivedOfferElementId(offer)
  const { text, time } = describeReceivedOffer(offer)
  return (
    <li className={styles.item}>
      <div className={styles.donor}>
        {donor && <Badge tone="blood">{donor.bloodGroup}</Badge>}
        <span id={id} tabIndex={-1} className={styles.name}>
          {text}
        </span>
        <time className={styles.time} dateTime={time}>
          {formatMoment(time, site.timeZone)}
        </time>
      </div>
      <Stack row>
        {donor?.contactNumber && <CallButtons number={donor.contactNumber} />}
        {status === 'offered' && (
          <>
            <Button aria-describedby={id} onClick={onDonated}>
              Donated
            </Button>
            <Button aria-describedby={id} onClick={() => onChange(release(offer))}>
              Not needed
            </Button>
          </>
        )}
        {mayUndo(offer, new Date()) && (
          <Button aria-describedby={id} onClick={() => onChange(undoing(offer))}>
            Undo
          </Button>
        )}
        <ReportButton reported={{ what: 'donor', id: offer.id }} describedBy={id} />
      </Stack>
    </li>
  )
}

/** What the offer is about, and when that happened. Without a donor, the name must not be shown any more. */
function describeReceivedOffer({ status, donor, donation, offeredAt, settledAt }: ReceivedOffer) {
  const time = settledAt ?? offeredAt
  const name = donor?.fullName ?? 'A donor'
  if (status === 'offered') return { text: name, time: offeredAt }
  if (status === 'withdrawn') return { text: 'A donor can no longer come', time }
  if (status === 'released') return { text: 'A donor was told that they are not needed', time }
  const day = donation ? ` on ${formatCalendarDate(donation.donatedOn)}` : ''
  return { text: `${name} donated${day}`, time }
}
