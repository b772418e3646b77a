import { DONE_WITHIN_DAYS } from '@blood-bank/contract/offers/answer-times'
import { formatCount } from '../../ui/records/counts.ts'
import { useCampusFigures } from './campus-figures.tsx'
import styles from './figures.module.css'

/** What was done in the last days, or what happens next while that is little. Empty while it is not known. */
export function NextSteps({ isMember }: { isMember: boolean }) {
  const { data, isPending } = useCampusFigures()
  if (isPending) return <div className={styles.section} />
  return data?.peopleHelped ? (
    <Done {...data} peopleHelped={data.peopleHelped} />
  ) : (
    <Steps isMember={isMember} />
  )
}

type DoneProps = { peopleHelped: number; unitsGiven: number | null; usualAnswerMinutes: number | null }

const Done = ({ peopleHelped, unitsGiven, usualAnswerMinutes }: DoneProps) => (
  <section className={styles.section} aria-labelledby="done">
    <h2 className={styles.title} id="done">
      {`In the last ${DONE_WITHIN_DAYS} days`}
    </h2>
    <ul className={styles.done}>
      <Figure figure={`${formatCount(peopleHelped)}+`}>people helped</Figure>
      {unitsGiven !== null && <Figure figure={`${formatCount(unitsGiven)}+`}>units of blood given</Figure>}
      {usualAnswerMinutes !== null && (
        <Figure figure={describeBriefly(usualAnswerMinutes)}>to the first answer</Figure>
      )}
    </ul>
  </section>
)

const Figure = ({ figure, children }: { figure: string; children: string }) => (
  <li className={styles.figure}>
    <strong className={styles.count}>{figure}</strong> <span>{children}</span>
  </li>
)

/** "11 min", "3 h" */
const describeBriefly = (minutes: number) =>
  minutes < 100 ? `${minutes}\u00a0min` : `${Math.round(minutes / 60)}\u00a0h`

const STEPS = {
  visitor: ['Sign up', 'Give or ask', 'Call each other'],
  member: ['Search for donors, or post a request', 'Call each other', 'Close your request'],
}

/** What happens after the first button, for visitors and for members. */
const Steps = ({ isMember }: { isMember: boolean }) => (
  <section className={styles.section} aria-labelledby="next-steps">
    <h2 className={styles.title} id="next-steps">
      What happens next
    </h2>
    <ol className={styles.steps}>
      {STEPS[isMember ? 'member' : 'visitor'].map(step => (
        <li key={step} className={styles.step}>
          {step}
        </li>
      ))}
    </ol>
  </section>
)
