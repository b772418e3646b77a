import { type ReactNode, type Ref, type SyntheticEvent, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import styles from './account-row.module.css'

type RowProps = {
  title: string
  /** How it is set now. Its line is there before it is known. */
  state: ReactNode
}

type Props = RowProps & {
  /** The hash that opens it, which it has while it is the one opened last: after a reload it is open again. */
  id: string
  /** Ids inside it, to which links lead, too. */
  idsInside?: readonly string[]
  children: ReactNode
}

/** A part of the account: its name and state, and all that belongs to it once it is opened. */
export function AccountRow({ id, idsInside = [], title, state, children }: Props) {
  const heading = useId()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const isLinked = [id, ...idsInside].includes(hash.slice(1))
  const [isOpen, setIsOpen] = useState(isLinked)
  const [lastHash, setLastHash] = useState(hash)
  if (hash !== lastHash) {
    setLastHash(hash)
    if (isLinked) setIsOpen(true)
  }

  function follow({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>) {
    if (open === isOpen) return
    setIsOpen(open)
    if (open || isLinked) void navigate({ hash: open ? id : '' }, { replace: true })
  }

  return (
    <details className={styles.row} open={isOpen} onToggle={follow}>
      <summary className={styles.line} id={id}>
        <Line title={title} state={state} headingId={heading} />
      </summary>
      <section className={styles.content} aria-labelledby={heading}>
        {children}
      </section>
    </details>
  )
}

/** A row that leads to another page, which is loaded as a document of its own. */
export const AccountLink = ({ href, title, state }: RowProps & { href: string }) => (
  <a className={styles.line} href={href}>
    <Line title={title} state={state} />
  </a>
)

const Line = ({ title, state, headingId }: RowProps & { headingId?: string }) => (
  <>
    <span className={styles.text}>
      <h2 className={styles.title} id={headingId}>
        {title}
      </h2>
      <span className={styles.state}>{state}</span>
    </span>
    <span className={styles.chevron} aria-hidden="true" />
  </>
)

type PartProps = {
  title: string
  /** To move the focus to the heading when the focused element is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of what a row holds, under a heading of its own. */
export function AccountPart({ title, headingRef, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 className={styles.title} id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h3>
      {children}
    </section>
  )
}
