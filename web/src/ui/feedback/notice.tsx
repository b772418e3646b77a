import type { ReactNode } from 'react'
import { passFocusOn } from '../browser/focus.ts'
import { Button } from '../controls/button.tsx'
import { useContactLink } from './contact-link.tsx'
import styles from './notice.module.css'

const ROLES = { error: 'alert', success: 'status', warning: undefined, info: undefined } as const

type Props = {
  children: ReactNode
  /** For fields described by the message (`aria-describedby`). */
  id?: string
  /** Adds a Retry button. */
  onRetry?: () => void
  /** On a phone in little room: above a list whose first records count. */
  isDense?: boolean
} & (Dismissible | { kind: Exclude<keyof typeof ROLES, 'error'>; onDismiss?: never })

/** Adds a Dismiss button. The type requires it for every error (spec §8). */
type Dismissible = { kind: keyof typeof ROLES; onDismiss: () => void }

/** A message. Screen readers announce an error at once (role alert) and a success politely (role status). */
export function Notice({ kind, children, id, onDismiss, onRetry, isDense = false }: Props) {
  const withContactLink = useContactLink()
  return (
    <div ref={passFocusOn} className={styles.notice} data-kind={kind} data-dense={isDense || undefined}>
      <div className={styles.text} id={id} role={ROLES[kind]}>
        {typeof children === 'string' ? withContactLink(children) : children}
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
