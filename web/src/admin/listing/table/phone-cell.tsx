import { useBrowserSupport } from '../../../ui/browser/use-browser-value.ts'
import { Icon } from '../../../ui/controls/icon.tsx'
import { CopyResult, mayCopy, useCopying } from '../../../ui/feedback/copying.tsx'
import { PhoneLink } from '../../../ui/phone/phone-link.tsx'
import styles from './cells.module.css'

type Props = {
  number: string
  /** Whose number it is, for the accessible name of the button. */
  owner: string
}

/** A phone number in a table: a link that calls it, and a small button that copies it. */
export const PhoneCell = ({ number, owner }: Props) => {
  const canCopy = useBrowserSupport(mayCopy)
  const { said, isCopied, copy } = useCopying()
  return (
    <span className={styles.phone}>
      <PhoneLink number={number} />
      {canCopy && (
        <button
          type="button"
          className={styles.copy}
          aria-label={`Copy the number of ${owner}`}
          title={`Copy the number of ${owner}`}
          onClick={() => void copy(number, `Copied ${number}.`)}
        >
          <Icon name={isCopied ? 'check' : 'copy'} className={styles.mark} />
        </button>
      )}
      <CopyResult said={said} />
    </span>
  )
}
