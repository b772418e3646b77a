import { type ReactNode, useState } from 'react'
import styles from './folded.module.css'

type Props = {
  /** Says what is folded and how much: "2 earlier". */
  title: string
  children: () => ReactNode
}

/** What is rarely needed, under one line that unfolds it. It is rendered when it is unfolded. */
export function Folded({ title, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  )
}
