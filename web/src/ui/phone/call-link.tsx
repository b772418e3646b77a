import button from '../controls/button.module.css'
import styles from './call-link.module.css'
import { dialable } from './phone-link.tsx'

type Props = { number: string; onCall: () => void }

/** A number as a button that calls it, in two lines on a phone; a text if phones can't dial it. */
export function CallLink({ number, onCall }: Props) {
  const digits = dialable(number)
  const text = (
    <>
      <span>Call</span> <span className={styles.number}>{number}</span>
    </>
  )
  if (!digits) return <p className={styles.call}>{text}</p>
  return (
    <a
      className={`${button.button} ${styles.call}`}
      data-variant="secondary"
      href={`tel:${digits}`}
      onClick={onCall}
    >
      {text}
    </a>
  )
}
