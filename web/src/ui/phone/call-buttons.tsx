import button from '../controls/button.module.css'
import type { ButtonVariant } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { copyText, mayCopy } from '../feedback/copy-text.ts'
import { SmallPrint } from '../layout/small-print.tsx'
import styles from './call-buttons.module.css'
import { dialable } from './phone-link.tsx'

type Props = {
  number: string
  /** Whom it calls. */
  name?: string
  /** By default the primary action: on a phone, and in every window with a name. */
  variant?: ButtonVariant
  /** Whether what must not happen stands below; otherwise the page says it once. */
  hasNote?: boolean
}

/**
 * Buttons that call and copy the number of another member, and what must not happen. In a wrapping row with other buttons:
 * on a phone, calling has a line of its own and is the primary action.
 */
export function CallButtons({ number, name, variant, hasNote = true }: Props) {
  const digits = dialable(number)
  const label = name ? (
    <span>
      Call {name} · <span className={styles.number}>{number}</span>
    </span>
  ) : (
    `Call ${number}`
  )
  return (
    <>
      {digits ? (
        <a
          className={`${button.button} ${styles.call}`}
          data-variant={variant ?? (name ? 'primary' : 'primary-on-phones')}
          href={`tel:${digits}`}
        >
          {label}
        </a>
      ) : (
        <p className={styles.call}>{label}</p>
      )}
      {mayCopy() && (
        <IconButton
          icon="copy"
          label={`Copy ${number}`}
          onClick={() => void copyText(number, `Copied ${number}.`)}
        />
      )}
      {hasNote && (
        <div className={styles.note}>
          <SmallPrint>Never pay or ask for money.</SmallPrint>
        </div>
      )}
    </>
  )
}
