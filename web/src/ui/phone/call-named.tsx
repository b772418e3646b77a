import { dialable } from '@blood-bank/contract/contact-numbers/one-number'
import button from '../controls/button.module.css'
import type { ButtonVariant } from '../controls/button.tsx'
import styles from './call-named.module.css'
import { CopyNumber } from './copy-number.tsx'

type Props = { name: string; number: string; variant: ButtonVariant; onCall?: () => void }

/** Calls somebody by a button that says whom, with the number for those who dial it on another phone: at a desk a press copies it. */
export function CallNamed({ name, number, variant, onCall }: Props) {
  const digits = dialable(number)
  const label = (
    <>
      <span className={styles.name}>{`Call ${name}`}</span>{' '}
      <span className={digits ? styles.number : undefined}>{number}</span>
    </>
  )
  return (
    <div className={styles.row}>
      {digits ? (
        <a
          className={`${button.button} ${styles.call}`}
          data-variant={variant}
          href={`tel:${digits}`}
          onClick={onCall}
        >
          {label}
        </a>
      ) : (
        <p className={styles.call}>{label}</p>
      )}
      {digits && (
        <div className={styles.copy}>
          <CopyNumber number={number} />
        </div>
      )}
    </div>
  )
}
