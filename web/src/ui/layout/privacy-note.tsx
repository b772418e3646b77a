import styles from './small-print.module.css'

/** Leads from a form to the privacy page: in a tab of its own, because the form would lose what was typed. */
export const PrivacyNote = () => (
  <p className={styles.text}>
    <a className={styles.link} href="/privacy" target="_blank" rel="noopener">
      What we store and who sees it (opens in a new tab)
    </a>
  </p>
)
