import type { ReactNode } from 'react'
import styles from './banner.module.css'

type Props = {
  /** The accessible name of the region. */
  label: string
  tone?: 'neutral' | 'warning'
  /** The button. */
  action: ReactNode
  /** A `Notice` with the result of the action. */
  result?: ReactNode
  children: ReactNode
}

/** Asks the user to do something, as wide as the window and above every page. */
export const Banner = ({ label, tone = 'neutral', action, result, children }: Props) => (
  <section className={styles.banner} data-tone={tone} aria-label={label}>
    <div className={styles.inner}>
      <div className={styles.text}>{children}</div>
      {action}
      {result && <div className={styles.result}>{result}</div>}
    </div>
  </section>
)
