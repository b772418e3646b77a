import { BEFORE_GIVING } from '@blood-bank/contract/donors/fit-to-give'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import {
  ARRIVAL_MINUTES,
  arrivalOf,
  type OnTheWay,
  type OwnOffer,
} from '@blood-bank/contract/offers/endpoints'
import { useId } from 'react'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { site } from '../../api/site.ts'
import button from '../../ui/controls/button.module.css'
import { Button } from '../../ui/controls/button.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CallNamed } from '../../ui/phone/call-named.tsx'
import { formatTime } from '../../ui/records/dates.ts'
import { useAgeInWords, useIsOlderThan } from '../../ui/records/relative-time.tsx'
import styles from './arrival.module.css'

/** The heading of what a donor does next who has offered. `name` is the donor's, as far as it is known. */
export const thanksFor = (name: string | undefined) =>
  `Thank you${name ? `, ${name}` : ''}. They are waiting for you.`

/** After so long without a word an offer may be forgotten. */
const SILENCE_MINUTES = DAY_MS / MINUTE_MS

/** How long ago a standing offer was made, in words, if its donor has not said for a day that they are on the way; or null. */
export function useSilence({
  status,
  offeredAt,
  onTheWay,
}: Pick<OwnOffer, 'status' | 'offeredAt' | 'onTheWay'>): string | null {
  const age = useAgeInWords(offeredAt)
  const isOld = useIsOlderThan(offeredAt, SILENCE_MINUTES)
  return status === 'offered' && isOld && onTheWay === null ? age : null
}

/** How the donor says that they are on the way: a mutation. */
type Saying = {
  mutate: (minutes: OnTheWay['minutes']) => void
  isPending: boolean
  error: Error | null
  reset: () => void
}

type Props = { offer: Pick<OwnOffer, 'bloodRequest' | 'contact' | 'onTheWay'>; saying: Saying }

/** What a donor whose offer stands does next: call, find the way, and say when they arrive. */
export function Arrival({ offer: { bloodRequest, contact, onTheWay }, saying }: Props) {
  return (
    <Stack>
      {contact && (
        <div className={styles.call}>
          <CallNamed name={contact.contactPerson} number={contact.contactNumber} variant="good" />
          <SmallPrint>Never pay or ask for money.</SmallPrint>
        </div>
      )}
      {bloodRequest && <Directions to={bloodRequest} />}
      <p>{(contact ? `Patient: ${contact.patientName}. ` : '') + BEFORE_GIVING}</p>
      <ArrivalTimes onTheWay={onTheWay} saying={saying} />
    </Stack>
  )
}

type Place = { hospitalName: string; hospitalLocation: string | null }

/** The hospital, and a link to the way there. */
export const Directions = ({ to }: { to: Place }) => (
  <div className={styles.directions}>
    <p>
      <strong>{to.hospitalName}</strong>
      {to.hospitalLocation && <span>{`, ${to.hospitalLocation}`}</span>}
    </p>
    <a
      className={button.button}
      data-variant="secondary"
      href={directionsTo(to)}
      target="_blank"
      rel="noopener noreferrer"
    >
      Directions
    </a>
  </div>
)

/** Where in the hospital: no map knows it, and nobody else has to. */
const INDOORS = /\b(ward|floor|room|bed|cabin|icu|ccu|unit|block)\b/i

/** The address of a map with the way to a hospital: phones open their own one, where they have it. */
function directionsTo({ hospitalName, hospitalLocation }: Place): string {
  const area = (hospitalLocation ?? '').split(',').filter(part => !INDOORS.test(part))
  const destination = [hospitalName, ...area].map(part => part.trim()).filter(Boolean)
  const query = new URLSearchParams({ api: '1', destination: destination.join(', ') })
  return `https://www.google.com/maps/dir/?${query}`
}

const LABELS: Record<OnTheWay['minutes'], string> = { 15: '15 min', 30: '30 min', 60: '1 hour' }

/** Says when the donor arrives; again to change it. */
function ArrivalTimes({ onTheWay, saying }: { onTheWay: OnTheWay | null; saying: Saying }) {
  const legend = useId()
  return (
    <fieldset aria-labelledby={legend} className={styles.arrival}>
      <p id={legend} className={styles.legend}>
        I'm on my way
      </p>
      <div className={styles.times}>
        {ARRIVAL_MINUTES.map(minutes => (
          <Button key={minutes} isBusy={saying.isPending} onClick={() => saying.mutate(minutes)}>
            {LABELS[minutes]}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.said}>
        {onTheWay ? `You said: there by about ${formatTime(arrivalOf(onTheWay), site.timeZone)}` : null}
      </p>
      <MutationNotice of={saying} failed="They could not be told." />
    </fieldset>
  )
}
