import { Button } from './button.tsx'
import styles from './export-button.module.css'
import type { Exporting } from './use-export.ts'

/** Exports a list as it is filtered and sorted, and shows how far that is. */
export const ExportButton = ({ exporting }: { exporting: Exporting }) => (
  <div className={styles.export}>
    <span role="status">{exporting.savedAs && `Saved as ${exporting.savedAs}`}</span>
    {exporting.isUnderWay && (
      <progress
        className={styles.progress}
        aria-label="Export"
        value={exporting.percent}
        max={100}
        title={`${exporting.percent}%`}
      />
    )}
    <Button variant="quiet" isBusy={exporting.isUnderWay} onClick={exporting.start}>
      Export CSV
    </Button>
  </div>
)
