import styles from './button.module.css'
import type { ButtonVariant } from './button.tsx'
import { Link, type LinkProps } from './link.tsx'

type Props = Omit<LinkProps, 'className'> & { variant?: ButtonVariant }

/** A link that looks like a button, for what leads to another page. */
export function LinkButton({ variant = 'secondary', ...rest }: Props) {
  return <Link {...rest} className={styles.button} data-variant={variant} />
}
