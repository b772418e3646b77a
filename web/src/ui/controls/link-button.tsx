import styles from './button.module.css'
import type { ButtonVariant } from './button.tsx'
import { Link, type LinkProps } from './link.tsx'

type Props = Omit<LinkProps, 'className'> & { variant?: ButtonVariant }

/** A link to another page that looks like a button. */
export function LinkButton({ variant = 'secondary', ...rest }: Props) {
  return <Link {...rest} className={styles.button} data-variant={variant} />
}
