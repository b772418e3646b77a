import { Button } from '../../../ui/controls/button.tsx'
import styles from './export-button.module.css'
import type { useExport } from './use-export.ts'

/** Exports a list with its filters and sorting. */
export const ExportButton = ({ exporting }: { exporting: ReturnType<typeof useExport> }) => (
  <div className={styles.export}>
    <span className={styles.outcome} role="status">
      {exporting.isPending ? 'Preparing…' : exporting.data && `Saved as ${exporting.data.name}`}
    </span>
    <Button variant="quiet" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export CSV
    </Button>
  </div>
)
