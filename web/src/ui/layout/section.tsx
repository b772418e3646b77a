import { type ReactNode, type Ref, useId } from 'react'
import styles from './section.module.css'

type Props = {
  /** The heading (h2); it names the region. */
  title: string
  /** To move the focus there, when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a page without a sheet under it, for a list whose records have their own. */
export function Section({ title, headingRef, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.title} id={id} ref={headingRef} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
