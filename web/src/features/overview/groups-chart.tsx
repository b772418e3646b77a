import type { Charts } from '@blood-bank/contract/overview'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Section } from '../../ui/section.tsx'
import { SmallPrint } from '../../ui/small-print.tsx'
import chart from './chart.module.css'
import styles from './groups-chart.module.css'

type Groups = Charts['availableDonors']

/** Whom a search would find, by blood group: a table whose numbers have a bar beside them. */
export function GroupsChart({ groups }: { groups: Groups }) {
  const highest = Math.max(1, ...groups.map(({ donors }) => donors))
  return (
    <Section title="Available Donors by Group">
      <div className={chart.sheet}>
        <SmallPrint>
          Donors who are available and whose profile is active: those whom a search finds.
        </SmallPrint>
        <table className={styles.groups} aria-label="Available donors by blood group">
          <thead className={styles.head}>
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
                      <div className={styles.bar} style={{ width: `${(donors / highest) * 100}%` }} />
                    )}
                    <Link className={styles.figure ?? ''} to={addressOf(bloodGroup)}>
                      {donors.toLocaleString('en-US')}
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
