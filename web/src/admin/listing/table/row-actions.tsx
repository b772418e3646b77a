import type { ReactNode, Ref } from 'react'
import { RowMenu } from '../../../ui/menu/row-menu.tsx'
import type { RowMenuEntry } from '../../../ui/menu/row-menu-entries.tsx'
import styles from './row-actions.module.css'

type Props = {
  /** Deleting, deactivating, what the specification does not name, and links. */
  entries: RowMenuEntry[]
  /** Id of the element that names the row, as the buttons of all rows have the same labels. */
  describedBy: string
  ref?: Ref<HTMLDivElement>
  /** The buttons: what the specification names. */
  children?: ReactNode
}

/** What admins do with the record of a row: buttons side by side, and the rest in a menu at the end. */
export const RowActions = ({ entries, describedBy, ref, children }: Props) => (
  <div className={styles.actions} ref={ref}>
    <div className={styles.buttons}>{children}</div>
    <div className={styles.menu}>
      <RowMenu describedBy={describedBy} entries={entries} />
    </div>
  </div>
)
