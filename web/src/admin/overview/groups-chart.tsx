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

/**
 * The searchable donors of each blood group beside the units that were asked for: a table with a bar beside each number. A
 * donor gives a unit in about twelve weeks, so the bars are of one scale.
 */
export function GroupsChart({ groups }: { groups: Groups }) {
  const highest = Math.max(1, ...groups.flatMap(({ donors, unitsAsked }) => [donors, unitsAsked]))
  const rare = groups.flatMap(({ bloodGroup, donors, unitsAsked }) =>
    donors < unitsAsked ? [bloodGroup.replace('-', '−')] : [],
  )
  return (
    <Section title="Available donors by blood group">
      <div className={chart.sheet}>
        <SmallPrint>Donors who appear in searches, beside the units of the last 12 weeks.</SmallPrint>
        <table className={styles.groups} aria-label="Available donors by blood group">
          <thead>
            <tr>
              <th className={styles.heading} scope="col">
                <span className={visuallyHidden.text}>Blood Group</span>
              </th>
              <th className={styles.heading} scope="col">
                Donors
              </th>
              <th className={styles.heading} scope="col">
                Units asked for
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ bloodGroup, donors, unitsAsked }) => (
              <tr key={bloodGroup}>
                <th className={styles.name} scope="row">
                  <Badge tone="blood">{bloodGroup}</Badge>
                </th>
                <td className={styles.count}>
                  <div className={styles.measure}>
                    <Bar share={donors / highest} />
                    <Link className={styles.figure} to={addressOf(bloodGroup)}>
                      {formatCount(donors)}
                    </Link>
                  </div>
                </td>
                <td className={styles.count}>
                  <div className={styles.measure}>
                    <Bar share={unitsAsked / highest} isAsked />
                    <span className={styles.units}>{formatCount(unitsAsked)}</span>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rare.length > 0 && (
          <p>
            <span>{`Fewer donors than units: ${rare.join(', ')}.`}</span> {/* No page of the application. */}
            <a href="/poster">Find more with the poster</a>
          </p>
        )}
      </div>
    </Section>
  )
}

/** A bar that takes a share of the widest one. */
const Bar = ({ share, isAsked }: { share: number; isAsked?: boolean }) =>
  share > 0 && (
    <svg className={styles.bar} data-asked={isAsked} width={`${share * 100}%`} aria-hidden="true">
      <rect width="100%" height="100%" />
    </svg>
  )

const addressOf = (bloodGroup: string) =>
  `/admin/donors?${new URLSearchParams({ bloodGroup, isProfileActive: 'true', isAvailable: 'true' })}`
