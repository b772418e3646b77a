import styles from './getting-started.module.css'

const STEPS = {
  visitor: {
    'Create your account':
      'All you need is an email address and a password. We email you a link to confirm your address.',
    'Register as a donor, or post a request':
      'Donors enter their blood group and whether they are available. If you need blood, say where, how much and how urgently.',
    'Talk to each other':
      'Donors who show their number are one call away. You decide whether others see yours, and you can pause at any time.',
  },
  member: {
    'Search for donors, or post a request':
      'Find available donors with the right blood group, or post what you need for every member to see.',
    'Talk to each other':
      'Call donors who show their number. Tell them where and when, and what the hospital asks donors to bring.',
    'Close your request':
      'Mark your request as fulfilled, so that nobody comes in vain. And thank your donor!',
  },
}

/** What happens after the first button, for visitors and for members. */
export const GettingStarted = ({ isMember }: { isMember: boolean }) => (
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
