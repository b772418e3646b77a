import type { ComponentProps, MouseEvent } from 'react'
import { useIsHydrated } from '../browser/after-hydration.tsx'
import styles from './button.module.css'

/** `good`: the primary action where help has come. */
export type ButtonVariant = 'primary' | 'good' | 'secondary' | 'danger' | 'quiet'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  /** Busy: keeps its label and the focus, and ignores clicks. */
  isBusy?: boolean
}

/** `data-autofocus` is for a dialog, which opens after React has looked for `autoFocus`. */
const AUTO_FOCUS = { autoFocus: true, 'data-autofocus': true }

/**
 * A button. Defaults: `type="button"`, variant `secondary`. Disabled until the page's scripts run: a press would be lost, and
 * without our script the browser would send the fields of a form, a password too, as part of the URL.
 */
export function Button({
  variant = 'secondary',
  type = 'button',
  isBusy = false,
  disabled = false,
  autoFocus = false,
  onClick,
  ...rest
}: Props) {
  const isHydrated = useIsHydrated()
  // `aria-disabled`, not `disabled`: a disabled button would lose the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      {...(autoFocus && AUTO_FOCUS)}
      type={type}
      disabled={disabled || !isHydrated}
      className={styles.button}
      data-variant={variant}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
    />
  )
}
