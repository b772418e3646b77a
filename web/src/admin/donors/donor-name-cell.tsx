import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { type Selection, useIsSelected } from '../listing/selection.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import styles from './donor-cells.module.css'

type Props = { donor: DonorRecord; id: string; selection: Selection }

/** Who a donor is, and a checkbox while they wait for verification. */
export const DonorNameCell = ({ donor, id, selection }: Props) => (
  <div className={styles.donor}>
    {!donor.isVerified && <SelectBox selection={selection} id={donor.id} name={donor.fullName} />}
    <div className={styles.facts}>
      <NameCell id={id} name={donor.fullName} more={donor.email} />
    </div>
  </div>
)

/** The checkbox that selects a record; `name` is what the record is called. */
const SelectBox = ({ selection, id, name }: { selection: Selection; id: string; name: string }) => (
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
