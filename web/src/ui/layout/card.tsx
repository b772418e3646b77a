import { type ReactNode, type Ref, useId } from 'react'
import styles from './card.module.css'

type Props = {
  /** The heading (h2) and accessible name of the region. */
  title?: string
  /** To move the focus to the heading when the focused element is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A section of a page with its own background. */
export function Card({ title, headingRef, children }: Props) {
  const id = useId()
  if (!title) return <div className={styles.card}>{children}</div>
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 className={styles.title} id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}
