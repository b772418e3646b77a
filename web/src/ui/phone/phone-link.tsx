import { dialable } from '@blood-bank/contract/contact-numbers/one-number'
import styles from './phone-link.module.css'

/** A phone number as a link that calls it. */
export function PhoneLink({ number }: { number: string }) {
  const digits = dialable(number)
  if (!digits) return number
  return (
    <a className={styles.number} href={`tel:${digits}`}>
      {number}
    </a>
  )
}
