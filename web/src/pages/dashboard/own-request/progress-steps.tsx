import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { givenFor } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { site } from '../../../api/site.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import visuallyHidden from '../../../ui/layout/visually-hidden.module.css'
import { calendarDateOf, formatDayOfYear, formatTime } from '../../../ui/records/dates.ts'
import styles from './active-request.module.css'

type Props = {
  bloodRequest: BloodRequest
  progress: AlertProgress | undefined
  /** The offers that stand. */
  standing: ReceivedOffer[]
  /** How many donors can come, also those of the club. */
  canCome: number
  /** How many units were given, also by donors of the club. */
  unitsGiven: number
}

/** How far a request has come, from posting to blood that was given. */
export function ProgressSteps(props: Props) {
  const steps = describeSteps(props)
  const current = steps.findLastIndex(({ isReached }) => isReached)
  return (
    <div>
      <ol className={styles.steps} aria-label="Progress">
        {steps.map(({ text }, at) => (
          <li
            key={STEP_NAMES[at]}
            // Also one that was passed over, as when a donor offers before any was asked.
            data-reached={at <= current || undefined}
            aria-current={at === current ? 'step' : undefined}
          >
            <span>{text}</span>
            {at < current && <span className={visuallyHidden.text}>, done</span>}
          </li>
        ))}
      </ol>
      {/* Where there is no room for all of them. */}
      <p className={styles.current} aria-hidden="true">
        {`${current + 1} of ${steps.length}: ${steps[current]?.text}`}
      </p>
    </div>
  )
}

const STEP_NAMES = ['posted', 'asked', 'can come', 'on the way', 'gave blood']

function describeSteps({ bloodRequest, progress, standing, canCome, unitsGiven }: Props) {
  const { requestedAt, unitsRequired } = bloodRequest
  const { donorsAsked = 'a few', askedAt = null } = progress ?? {}
  const onTheWay = standing.filter(offer => offer.onTheWay).length
  // Whoever gave could come, and was on the way.
  const isDone = unitsGiven >= unitsRequired
  return [
    { text: `posted ${formatWhen(requestedAt)}`, isReached: true },
    // "A few" can be nobody.
    {
      text: donorsAsked === 'a few' ? 'looked for donors' : `${donorsAsked} asked`,
      isReached: askedAt !== null,
    },
    {
      text: canCome > 0 ? `${canCome} can come` : 'can come',
      isReached: canCome > 0 || isDone,
    },
    { text: onTheWay > 0 ? `${onTheWay} on the way` : 'on the way', isReached: onTheWay > 0 || isDone },
    {
      text: unitsGiven > 0 ? `${unitsGiven} of ${unitsRequired} gave` : `gave ${givenFor(bloodRequest)}`,
      isReached: isDone,
    },
  ]
}

/** The time of today, the day otherwise. */
function formatWhen(moment: string): string {
  const { timeZone } = site
  const isToday = calendarDateOf(new Date(moment), timeZone) === calendarDateOf(currentTime(), timeZone)
  return isToday ? formatTime(moment, timeZone) : formatDayOfYear(moment, timeZone)
}
