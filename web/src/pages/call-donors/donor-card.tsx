import { HOUR_MS } from '@blood-bank/contract/durations'
import {
  ASKED_FOR_HOURS,
  CALL_RESULT_LABELS,
  type CallResult,
  type DonorToCall,
  noteCall,
  UNDO_CALL_SECONDS,
} from '@blood-bank/contract/kept-donors/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { ONCE_CONNECTED } from '../../forms/send-later.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AboutDonor } from './about-donor.tsx'
import { NOT_SHOWN, ShownNumber, useCalling } from './calling.tsx'
import { ComingDialog } from './coming/coming-dialog.tsx'
import styles from './donor-card.module.css'
import { donorNameId, hasWrongNumber, NOT_NOTED, type Noted, useIsBeingCalled } from './noted.ts'
import { refreshDonorsToCall } from './queries.ts'
import { Results, SwitchOffLink } from './results.tsx'

type Props = {
  donor: DonorToCall
  hall: string | null
  /** Null for calls that are for no request: nobody can be coming. */
  bloodRequestId: string | null
  /** Whether it is the next donor to call. */
  isNext: boolean
  /** Whether they have left the list while it was shown. */
  isGone: boolean
  noted: Noted | undefined
  onNoted: (noted: Noted) => void
  onTakenBack: () => void
}

/** A donor to call: without a number until **Call** shows it, then with what came of the call, which takes its place. */
export function DonorCard({ donor, bloodRequestId, noted, onNoted, onTakenBack, ...props }: Props) {
  const { fullName, lastCall } = donor
  const client = useQueryClient()
  const { card, calling, shown } = useCalling(donor, bloodRequestId)
  const isUnderWay = lastCall?.isMine && lastCall.result === null && isRecent(lastCall.calledAt)
  const callId = shown ? shown.callId : isUnderWay ? lastCall.id : null
  const finish = (result: CallResult) => {
    onNoted({ text: describeResult(donor, result), callId, canCallAgain: result === 'no-answer' })
    void refreshDonorsToCall(client)
  }
  const goOn = () => onNoted({ text: `${fullName}: called.`, callId: null, canCallAgain: true })
  const noting = useMutation({
    meta: { keepsPlaces: true },
    // Many phones have no connection until somebody has hung up.
    ...ONCE_CONNECTED,
    mutationFn: (result: CallResult | null) =>
      call(noteCall, { params: { id: callId ?? noted?.callId ?? '' }, body: { result } }),
    onSuccess: (_, result) => {
      if (result) return finish(result)
      onTakenBack()
      void refreshDonorsToCall(client)
    },
    onError: error => void (isRefused(error) && refreshDonorsToCall(client)),
  })
  const [isAskingComing, setIsAskingComing] = useState(false)
  const describedBy = donorNameId(donor)
  const problems = (
    <>
      <MutationNotice of={calling} failed={NOT_SHOWN} />
      {noting.isPending && (noting.isPaused || noting.failureCount > 0) && (
        <p className={styles.note} role="status">
          No connection. This is noted once you are online again.
        </p>
      )}
      <MutationNotice of={noting} failed={NOT_NOTED} />
    </>
  )

  if (noted || (props.isGone && !shown && !isUnderWay))
    return (
      <div className={styles.line}>
        <p id={describedBy}>{noted?.text ?? `${fullName} is no longer on the list.`}</p>
        {noted && (
          <AfterNoting
            key={noted.callId}
            noted={noted}
            describedBy={describedBy}
            isUndoing={noting.isPending}
            onUndo={() => noting.mutate(null)}
            onCallAgain={() => {
              onTakenBack()
              calling.mutate()
            }}
          />
        )}
        {problems}
      </div>
    )

  return (
    <article ref={card} className={styles.card} aria-labelledby={describedBy}>
      <AboutDonor donor={donor} hall={props.hall} onLeft={onNoted} />
      {shown && <ShownNumber fullName={fullName} shown={shown} isPrimary />}
      {!shown && (
        <CallButton
          donor={donor}
          isPrimary={props.isNext && !isUnderWay}
          isBusy={calling.isPending}
          onCall={() => calling.mutate()}
        />
      )}
      {callId !== null && (
        <Results
          donor={donor}
          isForRequest={bloodRequestId !== null}
          pressed={noting.isPending ? noting.variables : null}
          onResult={result => (result === 'coming' ? setIsAskingComing(true) : noting.mutate(result))}
        />
      )}
      {shown && callId === null && (
        <>
          <p className={styles.note}>They have not agreed yet that calls are noted, so this one is not.</p>
          <div className={styles.buttons}>
            <SwitchOffLink describedBy={describedBy} />
            <Button aria-describedby={describedBy} onClick={goOn}>
              Next donor
            </Button>
          </div>
        </>
      )}
      {problems}
      {isAskingComing && callId !== null && (
        <ComingDialog
          donor={donor}
          callId={callId}
          onNoted={() => finish('coming')}
          onClose={() => setIsAskingComing(false)}
        />
      )}
    </article>
  )
}

const isRecent = (moment: string) => currentTime().getTime() - Date.parse(moment) < ASKED_FOR_HOURS * HOUR_MS

function describeResult({ fullName, kind }: DonorToCall, result: CallResult): string {
  if (result === 'coming')
    return kind === 'registered'
      ? `${fullName} says they can come. They get an email with the link to answer.`
      : `${fullName} is coming.`
  const noted = `${fullName}: ${CALL_RESULT_LABELS[result].toLowerCase()}.`
  return result === 'not-again' ? `${noted} They are erased in a minute.` : noted
}

type CallButtonProps = { donor: DonorToCall; isPrimary: boolean; isBusy: boolean; onCall: () => void }

/** Stands back while another coordinator calls, and where the number was wrong. */
function CallButton({ donor, isPrimary, isBusy, onCall }: CallButtonProps) {
  const { lastCall } = donor
  const isCalled = useIsBeingCalled(lastCall) && !lastCall?.isMine
  const standsBack = isCalled || hasWrongNumber(donor)
  return (
    <div className={styles.call}>
      <Button
        variant={standsBack ? 'quiet' : isPrimary ? 'primary' : 'secondary'}
        aria-describedby={donorNameId(donor)}
        isBusy={isBusy}
        onClick={onCall}
      >
        {standsBack ? 'Call anyway' : 'Call'}
      </Button>
    </div>
  )
}

type AfterNotingProps = {
  noted: Noted
  describedBy: string
  isUndoing: boolean
  onUndo: () => void
  onCallAgain: () => void
}

/** What can be done in the line of a donor: for a minute Undo, then perhaps another call. */
function AfterNoting({ noted, describedBy, isUndoing, onUndo, onCallAgain }: AfterNotingProps) {
  const [isFinal, setIsFinal] = useState(noted.callId === null)
  useEffect(() => {
    const timer = setTimeout(() => setIsFinal(true), UNDO_CALL_SECONDS * 1_000)
    return () => clearTimeout(timer)
  }, [])
  if (!isFinal || isUndoing)
    return (
      <Button variant="quiet" aria-describedby={describedBy} isBusy={isUndoing} onClick={onUndo}>
        Undo
      </Button>
    )
  if (!noted.canCallAgain) return null
  return (
    <Button variant="quiet" aria-describedby={describedBy} onClick={onCallAgain}>
      Call again
    </Button>
  )
}
