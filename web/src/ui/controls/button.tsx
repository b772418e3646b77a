import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  /** At work: keeps its name and the focus, and does nothing when pressed. */
  isBusy?: boolean
}

/** A button; `type="button"` unless told otherwise. `secondary` unless told otherwise. */
export function Button({ variant = 'secondary', type = 'button', isBusy = false, onClick, ...rest }: Props) {
  // `aria-disabled`, not `disabled`: a disabled button loses the focus, and with it the person's place.
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
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
    />
  )
}
