import { useBrowserSupport } from '../../../ui/browser/use-browser-value.ts'
import { Icon } from '../../../ui/controls/icon.tsx'
import { copyText, mayCopy } from '../../../ui/feedback/copy-text.ts'
import { PhoneLink } from '../../../ui/phone/phone-link.tsx'
import styles from './phone-cell.module.css'

type Props = {
  number: string
  /** Whose number it is, for the accessible name of the button. */
  owner: string
}

/** A phone number in a table: a link that calls it, and a small button that copies it. */
export const PhoneCell = ({ number, owner }: Props) => {
  const canCopy = useBrowserSupport(mayCopy)
  return (
    <span className={styles.cell}>
      <PhoneLink number={number} />
      {canCopy && (
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
