import button from '../../../ui/controls/button.module.css'
import type { ButtonVariant } from '../../../ui/controls/button.tsx'
import { dialable } from '../../../ui/phone/phone-link.tsx'
import styles from './call-named.module.css'

type Props = { name: string; number: string; variant: ButtonVariant }

/** Calls somebody by a button that says whom, with the number for those who dial it on another phone. */
export function CallNamed({ name, number, variant }: Props) {
  const digits = dialable(number)
  const label = (
    <>
      Call {name} <span className={styles.number}>{number}</span>
    </>
  )
  if (!digits) return <p className={styles.call}>{label}</p>
  return (
    <a className={`${button.button} ${styles.call}`} data-variant={variant} href={`tel:${digits}`}>
      {label}
    </a>
  )
}
