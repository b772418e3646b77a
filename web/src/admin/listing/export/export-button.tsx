import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import styles from './export-button.module.css'
import { ExportProgress } from './export-progress.tsx'
import type { ExportState } from './use-export.ts'

/** Exports a list with its filters and sorting. A long export shows its progress and can be cancelled. */
export function ExportButton({ exporting }: { exporting: ExportState }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.export}>
      <span className={styles.outcome} role="status">
        {outcomeOf(exporting)}
      </span>
      {exporting.isRunning && (
        <ExportProgress
          percent={exporting.percent}
          onCancel={exporting.cancel}
          // The focused Cancel button disappears when the export ends.
          onFocusLost={() => button.current?.focus()}
        />
      )}
      <Button ref={button} variant="quiet" isBusy={exporting.isRunning} onClick={exporting.start}>
        Export CSV
      </Button>
    </div>
  )
}

function outcomeOf({ isCancelled, savedAs }: ExportState) {
  if (isCancelled) return 'Export cancelled. No file was saved.'
  return savedAs && `Saved as ${savedAs}`
}
