import {
  CONTACT_IS_PRIVATE,
  type DonorSearchResult,
  NOT_NOW,
  partOf,
  UNIVERSITY_ROLE_LABELS,
} from '@blood-bank/contract/donors/endpoints'
import { memo, useId, useLayoutEffect, useRef } from 'react'
import { type CallOutcome, type RecentCall, saveCall, saveOutcome } from '../../device/recent-calls.ts'
import { useActor } from '../../session/session.ts'
import { WithheldNumber } from '../../session/withheld-number.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CallLink } from '../../ui/phone/call-link.tsx'
import { CopyNumber } from '../../ui/phone/copy-number.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatDayOfMonth } from '../../ui/records/dates.ts'
import { useAgeInWords } from '../../ui/records/relative-time.tsx'
import styles from './donor-list.module.css'

type Props = {
  donor: DonorSearchResult
  /** For a list of several blood groups. */
  showsGroup: boolean
  /** Whether a line has not room for everything: a press on the donor shows what is cut off. */
  isNarrow: boolean
  /** The actor's last call to the donor. */
  lastCall: RecentCall | undefined
}

/** A donor in the search results: a card with a button that calls them, or a line if they can't be called now. */
export const DonorItem = memo(({ donor, showsGroup, isNarrow, lastCall }: Props) => {
  const id = useId()
  const { id: userId } = useActor()
  const canBeCalled = partOf(donor) === 'toCall'
  const { fullName, universityRole, department, bloodGroup, isVerified, contactNumber, eligibleFrom } = donor
  const rest = donor.isResting ? NOT_NOW : eligibleFrom && `From ${formatDayOfMonth(eligibleFrom)}`
  const [Details, Summary] = isNarrow ? (['details', 'summary'] as const) : (['div', 'div'] as const)
  return (
    <article className={canBeCalled ? styles.card : styles.line} aria-labelledby={id}>
      <Details className={styles.details}>
        <Summary className={styles.summary}>
          <div className={styles.name}>
            {showsGroup && <Badge tone="blood">{bloodGroup}</Badge>}
            <h4 id={id}>{fullName}</h4>
            {isVerified && <Badge tone="good">Verified</Badge>}
          </div>
          <p className={styles.about}>
            {canBeCalled && contactNumber !== null && (
              <span className={styles.number}>
                {isNarrow ? (
                  contactNumber
                ) : (
                  <CopyNumber number={contactNumber} onCopy={() => saveCall(userId, donor.id)} />
                )}
              </span>
            )}{' '}
            <span className={styles.work}>
              {`${UNIVERSITY_ROLE_LABELS[universityRole]}, `}
              <span>{department}</span>
            </span>
          </p>
          {(rest || contactNumber === null) && (
            <p className={contactNumber === null ? styles.contact : styles.date}>
              {rest && <span>{rest}</span>}
              {contactNumber === null && (
                <span>
                  {' '}
                  {donor.isNumberWithheld ? (
                    <WithheldNumber until={donor.numberWithheldUntil} />
                  ) : (
                    <span>{CONTACT_IS_PRIVATE}</span>
                  )}
                </span>
              )}
            </p>
          )}
        </Summary>
      </Details>
      {contactNumber !== null &&
        (canBeCalled ? (
          <Calling donorId={donor.id} name={fullName} number={contactNumber} lastCall={lastCall} />
        ) : (
          <p className={styles.later}>
            <PhoneLink number={contactNumber} />
          </p>
        ))}
    </article>
  )
})

type CallingProps = { donorId: string; name: string; number: string; lastCall: RecentCall | undefined }

function Calling({ donorId, name, number, lastCall }: CallingProps) {
  const { id: userId } = useActor()
  return (
    <>
      <CallLink number={number} isNumberBeside onCall={() => saveCall(userId, donorId)} />
      {lastCall && <CallOutcomeQuestion donorId={donorId} name={name} call={lastCall} />}
    </>
  )
}

type QuestionProps = { donorId: string; name: string; call: RecentCall }

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
function CallOutcomeQuestion({ donorId, name, call }: QuestionProps) {
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
