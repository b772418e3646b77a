import { type ReactNode, type Ref, useId } from 'react'
import styles from './section.module.css'
import visuallyHidden from './visually-hidden.module.css'

type Props = {
  /** The heading (h2) and accessible name of the region. */
  title: string
  /** For a page whose heading says the same: the title is for screen readers only. */
  isTitleHidden?: boolean
  /** To move the focus to the heading when the focused element is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  /** A quiet line under the heading. */
  lead?: string | undefined
  /** For links to this section: `/dashboard#my-offers`. */
  id?: string
  children: ReactNode
}

/** A section of a page without a background, for a list whose records have their own. */
export function Section({ title, isTitleHidden = false, headingRef, lead, id: givenId, children }: Props) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2
        className={isTitleHidden ? visuallyHidden.text : styles.title}
        id={id}
        ref={headingRef}
        tabIndex={-1}
      >
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
