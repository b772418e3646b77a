import { useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import styles from './export-button.module.css'
import { ExportProgress } from './export-progress.tsx'
import type { Exporting } from './use-export.ts'

/** Exports a list as it is filtered and sorted; of one that takes long it shows how far it is, and it can be cancelled. */
export function ExportButton({ exporting }: { exporting: Exporting }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.export}>
      <span className={styles.outcome} role="status">
        {outcomeOf(exporting)}
      </span>
      {exporting.isUnderWay && (
        <ExportProgress
          percent={exporting.percent}
          onCancel={exporting.cancel}
          // It goes with what it stands beside.
          onFocusLost={() => button.current?.focus()}
        />
      )}
      <Button ref={button} variant="quiet" isBusy={exporting.isUnderWay} onClick={exporting.start}>
        Export CSV
      </Button>
    </div>
  )
}

function outcomeOf({ isCancelled, savedAs }: Exporting) {
  if (isCancelled) return 'Export cancelled. No file was saved.'
  return savedAs && `Saved as ${savedAs}`
}
