import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { describeLastMonth, describeMinutes } from '@blood-bank/contract/offers/answer-times'
import { site } from '../../../api/site.ts'
import button from '../../../ui/controls/button.module.css'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { useAgeInWords, useIsOlderThan } from '../../../ui/records/relative-time.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import styles from './waiting-for-donors.module.css'

type Props = {
  bloodRequest: BloodRequest
  progress: AlertProgress | undefined
  isPending: boolean
  /** Whether there were offers that stand no longer. */
  hadOffers: boolean
  hasNobodyToAsk: boolean
}

/** How long asking takes at most; requests that are not urgent wait for the morning. */
const ASKING_MINUTES = { urgent: 10, moderate: 720, low: 720 }

/** Whether nobody can be asked, as far as is known: some donors are left for members who are known already. */
export function useHasNobodyToAsk(
  { requestedAt, urgency }: BloodRequest,
  progress: AlertProgress | undefined,
): boolean {
  const isLate = useIsOlderThan(requestedAt, ASKING_MINUTES[urgency])
  return progress?.donorsAsked === 0 && (progress.isExhausted || isLate)
}

/**
 * What is done for a request for which nobody can come yet. It never counts who declined: nobody learns that a donor did,
 * and sixteen donors who have not answered have not refused.
 */
export function WaitingForDonors({ bloodRequest, progress, isPending, hadOffers, hasNobodyToAsk }: Props) {
  const { requiredBloodGroup, unitsRequired, unitsGiven, urgency, hiddenAt } = bloodRequest
  if (!progress)
    return isPending ? (
      <Skeleton>
        <Line />
        <Line width={12} />
      </Skeleton>
    ) : (
      <p className={styles.news}>Your request is posted. Whoever can come appears here.</p>
    )
  if (hiddenAt) return <p className={styles.news}>No more donors are asked until an admin has decided.</p>

  const { askedAt, isExhausted, usualAnswerMinutes, hotlineNumber } = progress
  const missing = unitsRequired - unitsGiven
  return (
    <>
      {hasNobodyToAsk ? (
        <>
          <p className={styles.news}>We found nobody to ask for {withMinus(requiredBloodGroup)} right now.</p>
          <p>Share your request, and call donors who show their number.</p>
        </>
      ) : (
        <>
          <p className={styles.news}>
            {unitsGiven > 0 && `${missing} more ${missing === 1 ? 'unit is' : 'units are'} needed. `}
            {askedAt ? (
              <>
                <Asked donorsAsked={progress.donorsAsked} askedAt={askedAt} />{' '}
                {hadOffers ? 'Nobody else has answered yet.' : 'Nobody has answered yet.'}
              </>
            ) : (
              'Your request is posted. We are about to ask donors.'
            )}
          </p>
          <p className={styles.note} data-above-hotline={Boolean(hotlineNumber) || undefined}>
            {/* What changes comes last, so that it moves nothing. */}
            Answers appear here by themselves, and we email you.
            {!askedAt && urgency !== 'urgent' && ' At night we ask only for urgent requests.'}
            {askedAt && usualAnswerMinutes !== null && !hadOffers && unitsGiven === 0 && (
              <UsualAnswer minutes={usualAnswerMinutes} since={bloodRequest.requestedAt} />
            )}
            {askedAt && isExhausted && ' Everyone who can give right now has been asked.'}
          </p>
        </>
      )}
      {hotlineNumber ? (
        <CallNamed name="the hotline" number={hotlineNumber} variant="secondary" />
      ) : (
        hasNobodyToAsk &&
        site.contactUrl && (
          <a className={button.button} data-variant="secondary" href={site.contactUrl}>
            Contact the blood bank
          </a>
        )
      )}
    </>
  )
}

type AskedProps = Pick<AlertProgress, 'donorsAsked'> & { askedAt: NonNullable<AlertProgress['askedAt']> }

/** How many donors were asked, and how long ago. */
function Asked({ donorsAsked, askedAt: { first, last } }: AskedProps) {
  const age = useAgeInWords(last)
  const donors = `${donorsAsked} ${donorsAsked === 1 ? 'donor' : 'donors'}`
  return first === last ? `We asked ${donors} ${age}.` : `We asked ${donors}, the last of them ${age}.`
}

/** How soon the first donor usually answers; once that is over, what it was last month. */
const UsualAnswer = ({ minutes, since }: { minutes: number; since: string }) =>
  useIsOlderThan(since, minutes)
    ? ` ${describeLastMonth(minutes)}`
    : ` The first answer usually comes within ${describeMinutes(minutes)}.`
