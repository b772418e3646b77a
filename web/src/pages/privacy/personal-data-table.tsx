import type { PersonalData } from '@blood-bank/contract/personal-data/kinds'
import { useId } from 'react'
import { site } from '../../api/site.ts'
import { TABLE_ROLES } from '../../ui/records/table-roles.ts'
import styles from './personal-data-table.module.css'

/** The facts of one kind of personal data, by their column headings. */
const COLUMNS: Record<string, (kind: PersonalData) => string> = {
  'Who sees it': ({ readers }) => readers,
  'How long': ({ storedFor }) => storedFor(site.retention),
  'In your download': describeDownload,
  'When you erase your account': describeErasure,
}

/** Longer than the others: they take the whole width of a card. */
const WIDE = ['Who sees it', 'How long']

function describeDownload({ tables, leftOut }: PersonalData) {
  if (Object.values(tables).every(claim => claim.export === null)) return 'No.'
  return leftOut ? `Yes, without ${leftOut}.` : 'Yes.'
}

function describeErasure({ tables, remains }: PersonalData) {
  const isDeleted = Object.values(tables).some(({ erasure }) => erasure === 'deleted')
  return [isDeleted && 'Deleted.', remains].filter(Boolean).join(' ')
}

const contentsOf = ({ contents }: PersonalData) =>
  typeof contents === 'string' ? contents : contents(site.retention)

type Props = { group: string; kinds: readonly PersonalData[] }

/** What is stored about one group of people; on a phone each kind is a card. */
export function PersonalDataTable({ group, kinds }: Props) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {group}
      </h2>
      <table className={styles.table} {...TABLE_ROLES.table} aria-labelledby={id}>
        <thead className={styles.head} {...TABLE_ROLES.group}>
          <tr {...TABLE_ROLES.row}>
            {['What and why', ...Object.keys(COLUMNS)].map(heading => (
              <th key={heading} {...TABLE_ROLES.columnHeader} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group}>
          {kinds.map(kind => (
            <tr key={kind.name} className={styles.row} {...TABLE_ROLES.row}>
              <th className={styles.kind} {...TABLE_ROLES.rowHeader} scope="row">
                <span className={styles.name}>{kind.name}</span>
                <span>{contentsOf(kind)}</span>
                <span className={styles.purpose}>{kind.purpose}</span>
              </th>
              {Object.entries(COLUMNS).map(([heading, textOf]) => (
                <td
                  key={heading}
                  className={styles.cell}
                  {...TABLE_ROLES.cell}
                  data-heading={heading}
                  data-wide={WIDE.includes(heading) || undefined}
                >
                  {textOf(kind)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
