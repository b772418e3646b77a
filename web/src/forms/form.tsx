import type { FormEvent, MouseEvent, ReactNode, Ref } from 'react'
import { Button, type ButtonVariant } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './form.module.css'

type Props = {
  /** The result of `useContractForm`. */
  form: {
    ref: Ref<HTMLFormElement>
    submit: (event: FormEvent) => void
    isSending: boolean
    problem: string | null
    problemId: string
    dismissProblem: () => void
    waiting: ReactNode
    stopWaiting: () => void
    isFromDraft: boolean
    draftNote: string | null
    reset: () => void
  }
  /** The label of the submit button. */
  action: string
  children: ReactNode
  /** `danger` where submitting cannot be undone. */
  variant?: ButtonVariant
  /** Links and buttons beside it. */
  otherActions?: ReactNode
}

/** The fields, the error of the form that is not about one field, above the button that was pressed, and that button. */
export function Form({ form, action, variant = 'primary', children, otherActions }: Props) {
  return (
    <form ref={form.ref} className={styles.form} onSubmit={form.submit} noValidate>
      {children}
      {form.problem && (
        <Notice id={form.problemId} kind="error" onDismiss={form.dismissProblem}>
          {form.problem}
        </Notice>
      )}
      {/* Rendered before it has text, as screen readers announce only changes inside it. */}
      {form.waiting !== undefined && (
        <div role="status">{form.waiting && <Notice kind="info">{form.waiting}</Notice>}</div>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant={variant} isBusy={form.isSending}>
          {action}
        </Button>
        {form.waiting && <Button onClick={form.stopWaiting}>Don't send it yet</Button>}
        {otherActions}
      </div>
      {form.isFromDraft && !form.waiting && <DraftNotice note={form.draftNote} onReset={form.reset} />}
    </form>
  )
}

/**
 * Explains why the fields are already filled in. It lies below them, because only the browser knows of the draft: above
 * them it would move the form that the server rendered.
 */
function DraftNotice({ note, onReset }: { note: string | null; onReset: () => void }) {
  function startOver({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    onReset()
    form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  return (
    <div className={styles.draft}>
      <p role="status">{note ?? 'We saved what you typed earlier.'}</p>
      <Button onClick={startOver}>Start over</Button>
    </div>
  )
}
