import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import styles from './export-button.module.css'

type Props = {
  percent: number
  onCancel: () => void
  /** It goes while it has the focus: whether it was cancelled or there is nothing left to cancel. */
  onFocusLost: () => void
}

/** How far an export is, and the way to end it. */
export function ExportProgress({ percent, onCancel, onFocusLost }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the end, when the button still stands
  useLayoutEffect(() => {
    const button = cancel.current
    return () => {
      if (button === document.activeElement) onFocusLost()
    }
  }, [])

  return (
    <div className={styles.progress}>
      <progress
        className={styles.share}
        aria-label="Export"
        value={percent}
        max={100}
        title={`${percent}%`}
      />
      <Button ref={cancel} variant="quiet" aria-label="Cancel export" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
