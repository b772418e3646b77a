import type { AlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { FEW_GIVE_BY_MACHINE } from '@blood-bank/contract/donors/components'
import { describeLastMonth, describeMinutes } from '@blood-bank/contract/offers/answer-times'
import type { ReactNode } from 'react'
import { site } from '../../../api/site.ts'
import button from '../../../ui/controls/button.module.css'
import { CallNamed } from '../../../ui/phone/call-named.tsx'
import { formatTime } from '../../../ui/records/dates.ts'
import { useDuration, useIsOlderThan } from '../../../ui/records/relative-time.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import styles from './own-request.module.css'

type Props = {
  bloodRequest: BloodRequest
  progress: AlertProgress | undefined
  isPending: boolean
  /** How many units were given, also by donors of the club. */
  unitsGiven: number
  /** Whether there were offers that stand no longer. */
  hadOffers: boolean
  isLate: boolean
  /** Share and call, where there is room for them. */
  children: ReactNode
}

/** How long the first answer takes at most; requests that are not urgent wait for the morning. */
const LATE_MINUTES = { urgent: 10, moderate: 720, low: 720 }

/**
 * Whether it is time to do something oneself: by the clock alone, as whoever waits is not told whether anybody could be asked; for
 * platelets by machine, which few give, at once.
 */
export function useIsLate({ requestedAt, urgency, component }: BloodRequest): boolean {
  const isOld = useIsOlderThan(requestedAt, LATE_MINUTES[urgency])
  return isOld || component === 'apheresis-platelets'
}

/**
 * What is done for a request for which nobody can come yet. Nothing here depends on a certain donor: nobody learns who was
 * asked or declined, and sixteen donors who have not answered have not refused.
 */
export function WaitingForDonors(props: Props) {
  const { bloodRequest, progress, isPending, unitsGiven, hadOffers, isLate, children } = props
  const { component, unitsRequired, urgency, hiddenAt } = bloodRequest
  if (!progress)
    return isPending ? (
      <Skeleton>
        <Line />
        <Line width={12} />
      </Skeleton>
    ) : (
      <>
        <p className={styles.news}>Your request is posted. Whoever can come appears here.</p>
        {children}
      </>
    )
  if (hiddenAt) return <p className={styles.news}>No more donors are asked until an admin has decided.</p>

  const { askedAt, donorsAsked, usualAnswerMinutes, onCall, hotlineNumber } = progress
  const number = onCall?.contactNumber ?? hotlineNumber
  const missing = unitsRequired - unitsGiven
  return (
    <>
      <Running since={bloodRequest.requestedAt} />
      <p className={styles.news}>
        {unitsGiven > 0 && (
          <span>{`${missing} more ${missing === 1 ? 'unit is' : 'units are'} needed. `}</span>
        )}
        <span>{describeState(progress, hadOffers)}</span>
      </p>
      {children}
      <p className={styles.note} data-above-hotline={Boolean(number) || undefined}>
        {/* What changes comes last, so that it moves nothing. */}
        Answers appear here by themselves, and we email you.
        {!askedAt && urgency !== 'urgent' && <span> At night we ask only for urgent requests.</span>}
        {/* The median of all requests holds for none of which few were asked. */}
        {askedAt &&
          donorsAsked !== 'a few' &&
          usualAnswerMinutes !== null &&
          !hadOffers &&
          unitsGiven === 0 && <UsualAnswer minutes={usualAnswerMinutes} since={bloodRequest.requestedAt} />}
        {isLate && (
          <span>
            {component === 'apheresis-platelets'
              ? ` ${FEW_GIVE_BY_MACHINE} Share your request.`
              : ' Share your request, and call donors who show their number.'}
          </span>
        )}
      </p>
      {number ? (
        <CallNamed
          name={onCall ? `${onCall.name}, who is on call` : 'the hotline'}
          number={number}
          variant="secondary"
        />
      ) : (
        isLate &&
        site.contactUrl && (
          <a className={button.button} data-variant="secondary" href={site.contactUrl}>
            Contact the blood bank
          </a>
        )
      )}
    </>
  )
}

/** How long the owner has waited, large. */
const Running = ({ since }: { since: string }) => (
  <p className={styles.running}>
    <strong>{useDuration(since)}</strong> since you posted
  </p>
)

function describeState(progress: AlertProgress, hadOffers: boolean): string {
  if (progress.isHeldBack)
    return 'Many new members asked today. An admin has been told, and can let yours go on.'
  if (!progress.askedAt) return 'Your request is posted. We are about to ask donors.'
  return `${describeAsked(progress)} ${hadOffers ? 'Nobody else has answered yet.' : 'Nobody has answered yet.'}`
}

/** About how many donors were asked, and when others are. "A few" can be nobody. */
function describeAsked({ donorsAsked, asksAgainAt }: AlertProgress): string {
  const asked =
    donorsAsked === 'a few' ? 'We have asked whom we can for now' : `We asked ${donorsAsked} donors`
  return asksAgainAt ? `${asked}; at ${formatTime(asksAgainAt, site.timeZone)} we look again.` : `${asked}.`
}

/** How soon the first donor usually answers; once that is over, what it was last month. */
const UsualAnswer = ({ minutes, since }: { minutes: number; since: string }) => (
  <span>
    {useIsOlderThan(since, minutes)
      ? ` ${describeLastMonth(minutes)}`
      : ` The first answer usually comes within ${describeMinutes(minutes)}.`}
  </span>
)
