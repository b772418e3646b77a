import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'

/** `good`: the primary action where help has come. */
export type ButtonVariant = 'primary' | 'good' | 'secondary' | 'danger' | 'quiet'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  /** Busy: keeps its label and the focus, and ignores clicks. */
  isBusy?: boolean
}

/** A button. Defaults: `type="button"`, variant `secondary`. */
export function Button({ variant = 'secondary', type = 'button', isBusy = false, onClick, ...rest }: Props) {
  // `aria-disabled`, not `disabled`: a disabled button would lose the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      // For a dialog, which opens after React has looked for `autoFocus`.
      data-autofocus={rest.autoFocus || undefined}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
    />
  )
}
