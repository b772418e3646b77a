import { type DonorRecord, UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors/endpoints'
import { SelectBox } from '../listing/selection/select-box.tsx'
import type { Selection } from '../listing/selection/selection.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import styles from './donor-name-cell.module.css'

type Props = { donor: DonorRecord; id: string; selection: Selection }

/** Who a donor is, as far as an admin needs it to verify them, and a checkbox while they wait for it. */
export const DonorNameCell = ({ donor, id, selection }: Props) => (
  <div className={styles.cell}>
    {!donor.isVerified && <SelectBox selection={selection} id={donor.id} name={donor.fullName} />}
    <div className={styles.facts}>
      <NameCell id={id} name={donor.fullName} more={donor.email} />{' '}
      <span className={styles.line}>
        {donor.universityId} · {UNIVERSITY_ROLE_LABELS[donor.universityRole]}
      </span>{' '}
      <span className={styles.line}>{donor.department}</span>
    </div>
  </div>
)
