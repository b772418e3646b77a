import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and values as a description list; null values are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([name, fact]) =>
          fact !== null && (
            <div key={name}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.fact}>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
