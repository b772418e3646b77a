import { copyText, mayCopy } from '../feedback/copy-text.ts'
import { PhoneLink } from './phone-link.tsx'
import styles from './phone-number.module.css'

/** A phone number with a link that calls it and a button that copies it. */
export const PhoneNumber = ({ number }: { number: string }) => (
  <span className={styles.number}>
    <PhoneLink number={number} />
    {mayCopy() && (
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy ${number}`}
        onClick={() => void copyText(number, `Copied ${number}.`)}
      >
        Copy
      </button>
    )}
  </span>
)
