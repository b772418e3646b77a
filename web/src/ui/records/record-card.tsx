import type { ReactNode } from 'react'
import styles from './record-card.module.css'

type Props = {
  /** Id of the heading, which names the article; for `aria-describedby` of its buttons. */
  id: string
  /** The heading (h3), which can receive the focus when the focused element is gone. */
  title: ReactNode
  /** Shown before the heading: a blood group. */
  mark: ReactNode
  badges?: ReactNode
  /** What else can be done, in the upper corner. */
  menu?: ReactNode
  /** Buttons at the bottom. */
  actions?: ReactNode
  /** A text in the place of the buttons, which leave their space, so that nothing moves. */
  insteadOfActions?: string | false | undefined
  /** Below the buttons. */
  after?: ReactNode
  children: ReactNode
}

/** One record of a list as a card (role article). */
export function RecordCard({
  id,
  title,
  mark,
  badges,
  menu,
  actions,
  insteadOfActions,
  after,
  children,
}: Props) {
  return (
    <article className={styles.record} aria-labelledby={id}>
      <div className={styles.head}>
        {mark}
        <h3 className={styles.title} id={id} tabIndex={-1}>
          {title}
        </h3>
        {badges && <div className={styles.badges}>{badges}</div>}
        {menu && <div className={styles.menu}>{menu}</div>}
      </div>
      {children}
      {actions && !insteadOfActions && <div className={styles.actions}>{actions}</div>}
      {insteadOfActions && (
        <div className={styles.replaced}>
          <div className={styles.actions} aria-hidden="true" inert>
            {actions}
          </div>
          <p>{insteadOfActions}</p>
        </div>
      )}
      {after}
    </article>
  )
}
