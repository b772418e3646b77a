import type { ComingOutcome } from '@blood-bank/contract/kept-donors/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { site } from '../../../api/site.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { Age } from '../../../ui/records/relative-time.tsx'
import { NOT_SHOWN, ShownNumber, useCalling } from '../calling.tsx'
import { type Coming, refreshDonorsToCall } from '../queries.ts'
import { ComingDialog } from './coming-dialog.tsx'
import styles from './coming-donors.module.css'
import { OutcomeDialog } from './outcome-dialog.tsx'

const OUTCOMES: [ComingOutcome, string][] = [
  ['gave', 'Gave'],
  ['turned-away', "Couldn't give"],
  ['not-needed', 'Not needed'],
  ['did-not-come', "Didn't come"],
]

type Props = {
  donors: Coming[]
  nameOfHall: (id: string | null) => string | null
  /** Called with what is said about it. */
  onEnded: (said: string) => void
}

/** Who is coming, until somebody says what became of it. */
export const ComingDonors = ({ donors, nameOfHall, onEnded }: Props) => (
  <Section title="Coming">
    <ul className={styles.list}>
      {donors.map(donor => (
        <li key={donor.id}>
          <ComingDonor donor={donor} hall={nameOfHall(donor.hallId)} onEnded={onEnded} />
        </li>
      ))}
    </ul>
  </Section>
)

type DonorProps = { donor: Coming; hall: string | null; onEnded: Props['onEnded'] }

function ComingDonor({ donor, hall, onEnded }: DonorProps) {
  const id = useId()
  const client = useQueryClient()
  const { fullName, bloodGroup, coming, lastCall } = donor
  const { card, calling, shown } = useCalling(donor, coming.hasEnded ? null : coming.bloodRequestId)
  const [asked, setAsked] = useState<ComingOutcome | null>(null)
  const [isTakingOver, setIsTakingOver] = useState(false)
  const isLeft = !coming.hasEnded && !coming.hasContact
  const by = lastCall?.isMine ? 'you' : lastCall?.by
  return (
    <article className={styles.donor} ref={card} aria-labelledby={id}>
      <div className={styles.head}>
        <Badge tone="blood">{bloodGroup}</Badge>
        <h3 id={id}>{fullName}</h3>
        {!shown && (
          <Button
            variant="quiet"
            aria-describedby={id}
            isBusy={calling.isPending}
            onClick={() => calling.mutate()}
          >
            Call
          </Button>
        )}
      </div>
      <p>
        <span>{[hall, by && `called by ${by}`, 'noted'].filter(Boolean).join(', ')}</span>{' '}
        <Age moment={coming.since} timeZone={site.timeZone} />
      </p>
      {coming.hasEnded && <p>The request is over. What became of it?</p>}
      {isLeft && <p>The owner can ask nobody about them. Call them, and take over.</p>}
      {shown && <ShownNumber fullName={fullName} shown={shown} />}
      <MutationNotice of={calling} failed={NOT_SHOWN} />
      <div className={styles.buttons}>
        {isLeft && shown?.callId && (
          <Button variant="good" aria-describedby={id} onClick={() => setIsTakingOver(true)}>
            Still coming
          </Button>
        )}
        {OUTCOMES.map(([outcome, label]) => (
          <Button key={outcome} aria-describedby={id} onClick={() => setAsked(outcome)}>
            {label}
          </Button>
        ))}
      </div>
      {isTakingOver && shown?.callId && (
        <ComingDialog
          donor={donor}
          callId={shown.callId}
          onNoted={() => void refreshDonorsToCall(client)}
          onClose={() => setIsTakingOver(false)}
        />
      )}
      {asked && (
        <OutcomeDialog
          donor={donor}
          outcome={asked}
          onEnded={() => onEnded(`${fullName}: ${new Map(OUTCOMES).get(asked)?.toLowerCase()}.`)}
          onClose={() => setAsked(null)}
        />
      )}
    </article>
  )
}
