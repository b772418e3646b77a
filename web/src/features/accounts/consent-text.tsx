import type { ReactNode } from 'react'
import styles from './consent-points.module.css'
import { ConsentPoints } from './consent-points.tsx'

type Props = { label: string; text: string; children?: ReactNode }

/** A text to agree to, which opens by its label, and what follows it. */
export const ConsentText = ({ label, text, children }: Props) => (
  <details>
    <summary className={styles.label}>{label}</summary>
    <ConsentPoints text={text} />
    {children}
  </details>
)
