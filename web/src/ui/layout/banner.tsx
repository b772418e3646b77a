import type { ReactNode } from 'react'
import styles from './banner.module.css'

type Props = {
  /** What it is about, in a few words; names the region, too. */
  title: string
  /** A second line, cut off where it does not fit. What unfolds says it, too. */
  detail?: string
  tone?: 'neutral' | 'warning'
  /** The button beside the title, for what can be done without reading more. */
  action?: ReactNode
  /** A `Notice` with the result of the action. */
  result?: ReactNode
  /** What unfolds below the title. */
  children: ReactNode
}

/**
 * Asks the user to do something, as wide as the window and above every page: no higher than a button, as people come for
 * what is below it. A press on the title says more.
 */
export const Banner = ({ title, detail, tone = 'neutral', action, result, children }: Props) => (
  <section className={styles.banner} data-tone={tone} aria-label={title}>
    <div className={styles.inner}>
      <details className={styles.folded}>
        <summary>
          {title}
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </summary>
        <div className={styles.unfolded}>{children}</div>
      </details>
      {action}
      {result && <div className={styles.result}>{result}</div>}
    </div>
  </section>
)
