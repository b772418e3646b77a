import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import chart from './chart.module.css'
import styles from './weeks-chart.module.css'
import { formatMonday, Part, STATUSES, Stripes, totalOf, type Week, WeeksPlot } from './weeks-plot.tsx'

/**
 * Requests by week and status as stacked bars. Statuses differ by pattern and position
 * as well as by colour, and the numbers are also available as a table.
 */
export function WeeksChart({ weeks }: { weeks: Week[] }) {
  return (
    <Section title="Requests in the last 12 weeks">
      <div className={chart.sheet}>
        <SmallPrint>By the week they were posted and their current status.</SmallPrint>
        <ul className={styles.legend}>
          {STATUSES.map(status => (
            <li key={status}>
              <svg className={styles.swatch} aria-hidden="true">
                {status === 'fulfilled' && <Stripes />}
                <Part status={status} />
              </svg>
              {STATUS_LABELS[status]}
            </li>
          ))}
        </ul>
        <WeeksPlot weeks={weeks} />
        <details>
          <summary className={chart.summary}>Show numbers</summary>
          <WeeksTable weeks={weeks} />
        </details>
      </div>
    </Section>
  )
}

const WeeksTable = ({ weeks }: { weeks: Week[] }) => (
  <table className={chart.numbers} aria-label="Requests by week and status">
    <thead>
      <tr>
        <th scope="col">Week of</th>
        {STATUSES.map(status => (
          <th key={status} scope="col">
            {STATUS_LABELS[status]}
          </th>
        ))}
        <th scope="col">All</th>
      </tr>
    </thead>
    <tbody>
      {weeks.map(week => (
        <tr key={week.monday}>
          <th scope="row">
            <time dateTime={week.monday}>{formatMonday(week)}</time>
          </th>
          {STATUSES.map(status => (
            <td key={status}>{formatCount(week[status])}</td>
          ))}
          <td>{formatCount(totalOf(week))}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
