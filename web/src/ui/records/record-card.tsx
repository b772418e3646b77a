import type { ReactNode } from 'react'
import styles from './record-card.module.css'

type Props = {
  /** Id of the heading, which names the article; for what is to be described by it. */
  id: string
  /** The heading (h3); it can be given the focus, when what had it is gone. */
  title: string
  /** What catches the eye before it: a blood group. */
  mark: ReactNode
  badges?: ReactNode
  /** Buttons at the foot. */
  actions?: ReactNode
  children: ReactNode
}

/** One record of a list as a sheet of its own (role article). */
export function RecordCard({ id, title, mark, badges, actions, children }: Props) {
  return (
    <article className={styles.record} aria-labelledby={id}>
      <div className={styles.head}>
        {mark}
        <h3 className={styles.title} id={id} tabIndex={-1}>
          {title}
        </h3>
        {badges && <div className={styles.badges}>{badges}</div>}
      </div>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </article>
  )
}
