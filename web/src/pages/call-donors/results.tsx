import { CALL_RESULT_LABELS, type CallResult, type DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CopyResult, useCopying } from '../../ui/feedback/copying.tsx'
import styles from './donor-card.module.css'
import { donorNameId } from './noted.ts'

type ResultsProps = {
  donor: DonorToCall
  isForRequest: boolean
  /** What is being sent. */
  pressed: CallResult | null | undefined
  onResult: (result: CallResult) => void
}

const RESULTS = ['coming', 'not-today', 'no-answer', 'wrong-number', 'not-again'] as const

/** What came of the call, in one press. Donors with an account stop the calls themselves. */
export function Results({ donor, isForRequest, pressed, onResult }: ResultsProps) {
  const isRegistered = donor.kind === 'registered'
  const offered = RESULTS.filter(
    result => (result !== 'coming' || isForRequest) && (result !== 'not-again' || !isRegistered),
  )
  return (
    <fieldset className={styles.results}>
      <legend>{`What did ${donor.fullName} say?`}</legend>
      <div className={styles.buttons}>
        {offered.map(result => (
          <Button
            key={result}
            variant={result === 'coming' ? 'good' : 'secondary'}
            isBusy={pressed === result}
            onClick={() => pressed || onResult(result)}
          >
            {CALL_RESULT_LABELS[result]}
          </Button>
        ))}
        {isRegistered && <SwitchOffLink describedBy={donorNameId(donor)} />}
      </div>
    </fieldset>
  )
}

/** Shows the page on which a donor with an account switches the calls off. */
export function SwitchOffLink({ describedBy }: { describedBy: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { said, copy } = useCopying()
  if (!isOpen)
    return (
      <Button aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        They want no calls
      </Button>
    )
  const link = `${window.location.origin}/account#number`
  return (
    <div className={styles.link}>
      <p>Send them this link. There they stop showing their number:</p>
      <p>{link}</p>
      <Button onClick={() => void copy(link, 'Copied the link.')}>Copy link</Button>
      <CopyResult said={said} />
    </div>
  )
}
