import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './notice.module.css'

const ROLES = { error: 'alert', success: 'status', warning: undefined, info: undefined } as const

type Props = {
  children: ReactNode
  /** For a field that points at the words (`aria-describedby`). */
  id?: string
  /** Renders a button Retry. */
  onRetry?: () => void
} & (Dismissible | { kind: Exclude<keyof typeof ROLES, 'error'>; onDismiss?: never })

/** With a button Dismiss. Every error has one (spec §8): without it, it does not compile. */
type Dismissible = { kind: keyof typeof ROLES; onDismiss: () => void }

/** A message to the person. An error is announced at once (role alert), a success politely (role status). */
export function Notice({ kind, children, id, onDismiss, onRetry }: Props) {
  return (
    <div className={styles.notice} data-kind={kind}>
      <div className={styles.text} id={id} role={ROLES[kind]}>
        {children}
      </div>
      {(onDismiss || onRetry) && (
        <div className={styles.actions}>
          {onRetry && <Button onClick={onRetry}>Retry</Button>}
          {onDismiss && <Button onClick={onDismiss}>Dismiss</Button>}
        </div>
      )}
    </div>
  )
}
