import { Icon } from '../../../ui/controls/icon.tsx'
import { copyText, useMayCopy } from '../../../ui/feedback/copy-text.ts'
import { PhoneLink } from '../../../ui/phone/phone-link.tsx'
import styles from './phone-cell.module.css'

type Props = {
  number: string
  /** Whose number it is, for the accessible name of the button. */
  owner: string
}

/** A phone number in a table: a link that calls it, and a small button that copies it. */
export function PhoneCell({ number, owner }: Props) {
  const mayBeCopied = useMayCopy()
  return (
    <span className={styles.cell}>
      <PhoneLink number={number} />
      {mayBeCopied && (
        <button
          type="button"
          className={styles.copy}
          aria-label={`Copy the number of ${owner}`}
          title={`Copy the number of ${owner}`}
          onClick={() => void copyText(number, `Copied ${number}.`)}
        >
          <Icon name="copy" className={styles.mark} />
        </button>
      )}
    </span>
  )
}
