import type { FormEvent, MouseEvent, ReactNode, Ref } from 'react'
import { Button, type ButtonVariant } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './form.module.css'

type Props = {
  /** What `useContractForm` gives. */
  form: {
    ref: Ref<HTMLFormElement>
    submit: (event: FormEvent) => void
    isSending: boolean
    problem: string | null
    problemId: string
    dismissProblem: () => void
    isFromDraft: boolean
    reset: () => void
  }
  /** The name of the button that sends the form. */
  action: string
  children: ReactNode
  /** `danger` where sending cannot be undone. */
  variant?: ButtonVariant
  /** Links and buttons beside it. */
  otherActions?: ReactNode
}

/** The fields, what is wrong with the whole (above the button, where the eye is), and the button that sends. */
export function Form({ form, action, variant = 'primary', children, otherActions }: Props) {
  return (
    <form ref={form.ref} className={styles.form} onSubmit={form.submit} noValidate>
      {form.isFromDraft && <Draft onReset={form.reset} />}
      {children}
      {form.problem && (
        <Notice id={form.problemId} kind="error" onDismiss={form.dismissProblem}>
          {form.problem}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant={variant} isBusy={form.isSending}>
          {action}
        </Button>
        {otherActions}
      </div>
    </form>
  )
}

/** Says why there is something in the fields already. */
function Draft({ onReset }: { onReset: () => void }) {
  function startAnew({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    onReset()
    form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  return (
    <div className={styles.draft}>
      <p>We kept what you typed.</p>
      <Button onClick={startAnew}>Start Anew</Button>
    </div>
  )
}
