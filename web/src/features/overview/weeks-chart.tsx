import { STATUS_LABELS } from '@blood-bank/contract/blood-requests'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import chart from './chart.module.css'
import { dayOf, STATES, totalOf, type Week } from './weeks.ts'
import styles from './weeks-chart.module.css'
import { WeeksPlot, WeeksPlotSkeleton } from './weeks-plot.tsx'

/**
 * Requests week by week as stacked bars, by state; until they are known it keeps their room. States differ by pattern
 * and place as well as by colour, and the numbers can be read as a table.
 */
export function WeeksChart({ weeks }: { weeks: Week[] | undefined }) {
  return (
    <Section title="Requests in the Last 12 Weeks">
      <div className={chart.sheet}>
        <SmallPrint>By the week in which they were posted, and the state they are in now.</SmallPrint>
        <ul className={styles.legend}>
          {STATES.map(state => (
            <li key={state}>
              <span className={styles.swatch} data-state={state} />
              {STATUS_LABELS[state]}
            </li>
          ))}
        </ul>
        {weeks ? <WeeksPlot weeks={weeks} /> : <WeeksPlotSkeleton />}
        <details>
          <summary className={chart.summary}>Show numbers</summary>
          {weeks && <WeeksTable weeks={weeks} />}
        </details>
      </div>
    </Section>
  )
}

const WeeksTable = ({ weeks }: { weeks: Week[] }) => (
  <table className={chart.numbers} aria-label="Requests by week and state">
    <thead>
      <tr>
        <th scope="col">Week of</th>
        {STATES.map(state => (
          <th key={state} scope="col">
            {STATUS_LABELS[state]}
          </th>
        ))}
        <th scope="col">All</th>
      </tr>
    </thead>
    <tbody>
      {weeks.map(week => (
        <tr key={week.monday}>
          <th scope="row">
            <time dateTime={week.monday}>{dayOf(week)}</time>
          </th>
          {STATES.map(state => (
            <td key={state}>{week[state].toLocaleString('en-US')}</td>
          ))}
          <td>{totalOf(week).toLocaleString('en-US')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
