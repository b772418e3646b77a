import styles from './next-steps.module.css'

const STEPS = {
  visitor: {
    'Create your account':
      'An email and a password will do. We send you a mail: one click in it, and we know that you are you.',
    'Say what you can give, or what you need':
      'A donor tells the blood group and when to be asked. Who needs blood tells where, how much and how urgently.',
    'Talk to each other':
      'Donors of the right group are one call away. You decide who sees your number, and may pause at any time.',
  },
  member: {
    'Search, or post':
      'Look for donors of the right group who are available, or post what is needed, for every member to see.',
    'Talk to each other':
      'Who shares a number is one call away. Say where and when, and what the hospital asks donors to bring.',
    'Say when it is done':
      'Mark your request as fulfilled, so that nobody comes in vain. And thank your donor.',
  },
}

/** What comes after the first button, so that nobody starts into the unknown. */
export const NextSteps = ({ isMember }: { isMember: boolean }) => (
  <section className={styles.section} aria-labelledby="next-steps">
    <h2 className={styles.title} id="next-steps">
      What happens next
    </h2>
    <ol className={styles.steps}>
      {Object.entries(STEPS[isMember ? 'member' : 'visitor']).map(([title, text]) => (
        <li key={title} className={styles.step}>
          <h3 className={styles.name}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  </section>
)
