import styles from './consent-points.module.css'
import { ConsentPoints } from './consent-points.tsx'

/** A text to agree to, which opens by its label. */
export const ConsentText = ({ label, text }: { label: string; text: string }) => (
  <details>
    <summary className={styles.label}>{label}</summary>
    <ConsentPoints text={text} />
  </details>
)
