import type { ReactNode } from 'react'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import styles from './to-do.module.css'

/** What a club hangs up, and what it hands in. The poster is no page of the application. */
export const ToPrint = () => (
  <Section title="To print">
    <ul className={styles.list}>
      <li>
        <a className={styles.line} href="/poster">
          <Line>Sign-up poster</Line>
        </a>
      </li>
      <li>
        <Link className={styles.line} to="/admin/term-summary">
          <Line>Summary of a term</Line>
        </Link>
      </li>
    </ul>
  </Section>
)

const Line = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <span className={styles.arrow} aria-hidden="true">
      →
    </span>
  </>
)
