import { dialable } from '@blood-bank/contract/contact-numbers/one-number'
import { useBrowserSupport } from '../browser/use-browser-value.ts'
import button from '../controls/button.module.css'
import type { ButtonVariant } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { copyText, mayCopy } from '../feedback/copy-text.ts'
import styles from './call-named.module.css'

type Props = { name: string; number: string; variant: ButtonVariant; onCall?: () => void }

/** Calls somebody by a button that says whom, with the number for those who dial it on another phone, and copies it. */
export function CallNamed({ name, number, variant, onCall }: Props) {
  const digits = dialable(number)
  const canCopy = useBrowserSupport(mayCopy)
  const label = (
    <>
      <span className={styles.name}>{`Call ${name}`}</span> <span className={styles.number}>{number}</span>
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
      {canCopy && (
        <IconButton
          icon="copy"
          label={`Copy ${number}`}
          onClick={() => void copyText(number, `Copied ${number}.`)}
        />
      )}
    </div>
  )
}
