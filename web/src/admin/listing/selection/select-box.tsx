import styles from './select-box.module.css'
import { type Selection, useIsSelected } from './selection.ts'

/** The checkbox that selects a record; `name` is what the record is called. */
export const SelectBox = ({ selection, id, name }: { selection: Selection; id: string; name: string }) => (
  <label className={styles.target}>
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${name}`}
      checked={useIsSelected(selection, id)}
      onChange={() => selection.toggle(id)}
    />
  </label>
)
