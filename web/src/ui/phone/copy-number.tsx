import { useBrowserSupport } from '../browser/use-browser-value.ts'
import { Icon } from '../controls/icon.tsx'
import { CopyResult, mayCopy, useCopying } from '../feedback/copying.tsx'
import styles from './phone-link.module.css'

type Props = { number: string; onCopy?: () => void }

/** A number that a press copies, for a desk, whose computer calls nobody; plain text where the browser can't copy. */
export function CopyNumber({ number, onCopy }: Props) {
  const canCopy = useBrowserSupport(mayCopy)
  const { said, isCopied, copy } = useCopying()
  if (!canCopy) return <span className={styles.number}>{number}</span>
  return (
    <span>
      <button
        type="button"
        className={`${styles.number} ${styles.copy}`}
        aria-label={`Copy ${number}`}
        title={`Copy ${number}`}
        onClick={() => {
          void copy(number, `Copied ${number}.`)
          onCopy?.()
        }}
      >
        {number}
        <Icon name={isCopied ? 'check' : 'copy'} className={styles.mark} />
      </button>
      <CopyResult said={said} />
    </span>
  )
}
