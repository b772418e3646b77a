import { CALL_RESULT_LABELS, type DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import { Suspense, useState } from 'react'
import { site } from '../../api/site.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { calendarDateOf, formatMomentOfYear, formatTime } from '../../ui/records/dates.ts'
import styles from './donor-card.module.css'
import { KeptDonorMenu } from './kept/kept-donor-menu.tsx'
import { donorNameId, hasWrongNumber, type Noted, useIsBeingCalled } from './noted.ts'

/** Loaded when it is asked for. */
const KeptDonorDialog = lazyPage(() => import('./kept/kept-donor-dialog.tsx'), 'KeptDonorDialog')

type Props = {
  donor: DonorToCall
  hall: string | null
  /** Called when they have left the list by what was done here. */
  onLeft: (noted: Noted) => void
}

/** Who it is, who keeps them, and when they were last called. A number that was wrong asks to be corrected. */
export function AboutDonor({ donor, hall, onLeft }: Props) {
  const { fullName, bloodGroup, batch, department, kind, keptBy } = donor
  const [isCorrecting, setIsCorrecting] = useState(false)
  const correct = () => setIsCorrecting(true)
  const where = [hall, batch && `Batch ${batch}`, department].filter(Boolean).join(', ')
  const keeper = keptBy ? `Kept by ${keptBy}` : 'Nobody keeps them'
  return (
    <>
      <div className={styles.about}>
        <div className={styles.head}>
          <Badge tone="blood">{bloodGroup}</Badge>
          <h3 id={donorNameId(donor)} tabIndex={-1}>
            {fullName}
          </h3>
          {kind === 'kept' && <KeptDonorMenu donor={donor} onCorrect={correct} onStopped={onLeft} />}
        </div>
        {where && <p>{where}</p>}
        <p>{kind === 'registered' ? 'Registered' : keeper}</p>
        {donor.mayHaveRegistered && <Badge tone="warning">May have registered</Badge>}
        <LastCall donor={donor} />
      </div>
      {hasWrongNumber(donor) && (
        <div className={styles.call}>
          <Button aria-describedby={donorNameId(donor)} onClick={correct}>
            Correct the number
          </Button>
        </div>
      )}
      {isCorrecting && (
        <Suspense>
          <KeptDonorDialog
            donor={donor}
            onClose={() => setIsCorrecting(false)}
            onNewNumber={hasWrongNumber(donor) ? () => onLeft(withNewNumber(donor)) : undefined}
          />
        </Suspense>
      )}
    </>
  )
}

const withNewNumber = ({ fullName }: DonorToCall): Noted => ({
  text: `${fullName} has a new number, and can be called.`,
  callId: null,
  canCallAgain: false,
})

/** "Called 10:40 AM by Nadia: no answer", or while it may last "Nadia is calling". */
function LastCall({ donor: { lastCall } }: Pick<Props, 'donor'>) {
  const isCalling = useIsBeingCalled(lastCall)
  if (!lastCall) return null
  const { by, isMine, result, calledAt } = lastCall
  if (isCalling)
    return <p className={styles.calling}>{isMine ? 'You are calling' : `${by ?? 'Somebody'} is calling`}</p>
  const who = isMine ? 'you' : (by ?? 'somebody who has left')
  const outcome = result ? `: ${CALL_RESULT_LABELS[result].toLowerCase()}` : ''
  return <p>{`Called ${describeTime(calledAt)} by ${who}${outcome}`}</p>
}

function describeTime(moment: string): string {
  const { timeZone } = site
  const isToday = calendarDateOf(moment, timeZone) === calendarDateOf(currentTime(), timeZone)
  return isToday ? formatTime(moment, timeZone) : `on ${formatMomentOfYear(moment, timeZone)}`
}
