import button from '../controls/button.module.css'
import { IconButton } from '../controls/icon-button.tsx'
import { copyText, mayCopy } from '../feedback/copy-text.ts'
import { SmallPrint } from '../layout/small-print.tsx'
import styles from './call-buttons.module.css'
import { dialable } from './phone-link.tsx'

/**
 * Buttons that call and copy the number of another member, and what must not happen. In a wrapping row with other buttons:
 * on a phone, calling has a line of its own and is the primary action.
 */
export function CallButtons({ number }: { number: string }) {
  const digits = dialable(number)
  return (
    <>
      {digits ? (
        <a
          className={`${button.button} ${styles.call}`}
          data-variant="primary-on-phones"
          href={`tel:${digits}`}
        >
          Call {number}
        </a>
      ) : (
        <p className={styles.call}>Call {number}</p>
      )}
      {mayCopy() && (
        <IconButton
          icon="copy"
          label={`Copy ${number}`}
          onClick={() => void copyText(number, `Copied ${number}.`)}
        />
      )}
      <div className={styles.note}>
        <SmallPrint>Never pay or ask for money.</SmallPrint>
      </div>
    </>
  )
}
