import { SmallPrint } from '../../ui/layout/small-print.tsx'
import styles from './consent-text.module.css'

/** A text to agree to, which opens by its label. */
export const ConsentText = ({ label, text }: { label: string; text: string }) => (
  <details>
    <summary className={styles.label}>{label}</summary>
    <SmallPrint>{text}</SmallPrint>
  </details>
)
