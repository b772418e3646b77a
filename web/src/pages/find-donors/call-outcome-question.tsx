import { useId, useLayoutEffect, useRef } from 'react'
import { type CallOutcome, type RecentCall, saveOutcome } from '../../device/recent-calls.ts'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAgeInWords } from '../../ui/records/relative-time.tsx'
import styles from './donor-list.module.css'

type Props = { donorId: string; name: string; call: RecentCall }

const ANSWERS: [CallOutcome, string][] = [
  ['yes', 'Yes'],
  ['no', 'No'],
  ['no-answer', 'No answer'],
]

const OUTCOMES: Record<CallOutcome, string> = {
  yes: 'can come',
  no: "couldn't come",
  'no-answer': 'no answer',
}

/** Asks what came of a call, and says it afterwards. Both are equally high, so that nothing moves under the thumb. */
export function CallOutcomeQuestion({ donorId, name, call }: Props) {
  const { id: userId } = useActor()
  const id = useId()
  const buttons = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const age = useAgeInWords(new Date(call.calledAt).toISOString())
  const answer = (outcome: CallOutcome | null) => {
    isPressed.current = true
    saveOutcome(userId, donorId, outcome)
  }
  // The pressed button is gone. The one in its place is described by the new text.
  useLayoutEffect(() => {
    if (isPressed.current) buttons.current?.querySelector('button')?.focus()
    isPressed.current = false
  })
  return (
    <div className={styles.outcome}>
      <p id={id}>{call.outcome ? `You called ${age}: ${OUTCOMES[call.outcome]}.` : `Could ${name} come?`}</p>
      <div className={styles.answers} ref={buttons}>
        {call.outcome ? (
          <Button variant="quiet" aria-describedby={id} onClick={() => answer(null)}>
            Change
          </Button>
        ) : (
          ANSWERS.map(([outcome, label]) => (
            <Button key={outcome} aria-describedby={id} onClick={() => answer(outcome)}>
              {label}
            </Button>
          ))
        )}
      </div>
    </div>
  )
}
