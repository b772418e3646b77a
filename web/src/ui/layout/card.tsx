import { type ReactNode, type Ref, useId } from 'react'
import styles from './card.module.css'

type Props = {
  /** The heading (h2); it names the card's region. */
  title?: string
  /** To move the focus there, when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a page on a sheet of its own. */
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
