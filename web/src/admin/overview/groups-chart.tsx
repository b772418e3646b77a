import type { Charts } from '@blood-bank/contract/site/overview'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import visuallyHidden from '../../ui/layout/visually-hidden.module.css'
import { Badge } from '../../ui/records/badge.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import chart from './chart.module.css'
import styles from './groups-chart.module.css'

type Groups = Charts['availableDonors']

/** The number of searchable donors by blood group: a table with a bar beside each number. */
export function GroupsChart({ groups }: { groups: Groups }) {
  const highest = Math.max(1, ...groups.map(({ donors }) => donors))
  return (
    <Section title="Available donors by blood group">
      <div className={chart.sheet}>
        <SmallPrint>Donors who appear in searches: available, with an active profile.</SmallPrint>
        <table className={styles.groups} aria-label="Available donors by blood group">
          {/* Visually the heading of the chart says it. */}
          <thead className={visuallyHidden.text}>
            <tr>
              <th scope="col">Blood Group</th>
              <th scope="col">Donors</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ bloodGroup, donors }) => (
              <tr key={bloodGroup}>
                <th className={styles.name} scope="row">
                  <Badge tone="blood">{bloodGroup}</Badge>
                </th>
                <td className={styles.count}>
                  <div className={styles.measure}>
                    {donors > 0 && (
                      <svg className={styles.bar} width={`${(donors / highest) * 100}%`} aria-hidden="true">
                        <rect width="100%" height="100%" />
                      </svg>
                    )}
                    <Link className={styles.figure} to={addressOf(bloodGroup)}>
                      {formatCount(donors)}
                    </Link>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const addressOf = (bloodGroup: string) =>
  `/admin/donors?${new URLSearchParams({ bloodGroup, isProfileActive: 'true', isAvailable: 'true' })}`
