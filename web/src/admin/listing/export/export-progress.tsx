import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import styles from './export-button.module.css'

type Props = {
  percent: number
  onCancel: () => void
  /** Called when the focused Cancel button disappears because the export ended. */
  onFocusLost: () => void
}

/** The progress of an export, and a button that cancels it. */
export function ExportProgress({ percent, onCancel, onFocusLost }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on unmount, while the button still exists
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
