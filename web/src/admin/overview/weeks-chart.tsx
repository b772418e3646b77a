import { BloodRequestStatus, STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { Charts } from '@blood-bank/contract/site/overview'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import chart from './chart.module.css'
import styles from './weeks-chart.module.css'

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

type Week = Charts['weeks'][number]

/** The statuses in a bar, from the bottom up. */
const STATUSES = BloodRequestStatus.options

const totalOf = (week: Week) => STATUSES.reduce((sum, status) => sum + week[status], 0)

/** Without a year, as the chart covers twelve weeks. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const formatMonday = ({ monday }: Week) => DAY.format(new Date(monday))

/** A part that is there is seen, in percent of the highest bar. */
const MIN_PART = 1.2

/** The bars of the weeks. Hidden from screen readers, which can use the table of numbers. */
function WeeksPlot({ weeks }: { weeks: Week[] }) {
  const highest = Math.max(1, ...weeks.map(totalOf))
  return (
    <div className={styles.plot} aria-hidden="true">
      {weeks.map(week => (
        <div key={week.monday}>
          <Bar week={week} highest={highest} />
          <span className={styles.date}>{formatMonday(week)}</span>
        </div>
      ))}
    </div>
  )
}

/** A bar of parts that stand on each other, with the count above it. */
function Bar({ week, highest }: { week: Week; highest: number }) {
  let top = 100
  const parts = STATUSES.filter(status => week[status] > 0).map(status => {
    const height = Math.max(MIN_PART, (week[status] / highest) * 100)
    top -= height
    return <Part key={status} status={status} y={`${top}%`} height={`${height}%`} />
  })
  return (
    <svg className={styles.bar} aria-hidden="true">
      {parts}
      <text x="50%" y={`${top}%`} dy="-0.4em">
        {short(totalOf(week))}
      </text>
    </svg>
  )
}

type PartProps = { status: BloodRequestStatus; y?: string; height?: string }

/** A part of a bar. Statuses are told apart without colour: filled, striped, outlined. */
const Part = ({ status, y, height = '100%' }: PartProps) => (
  <rect
    className={styles.part}
    data-status={status}
    width="100%"
    y={y}
    height={height}
    fill={status === 'fulfilled' ? `url(#${STRIPES})` : undefined}
  />
)

const STRIPES = 'stripes-of-fulfilled'

/** What fills the part of the fulfilled requests. */
const Stripes = () => (
  <pattern id={STRIPES} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect className={styles.ground} width="5" height="5" />
    <rect className={styles.stripe} width="2" height="5" />
  </pattern>
)

/** "1.2K": on a phone a bar is as wide as four characters. */
const short = (count: number) => count.toLocaleString('en-US', { notation: 'compact' })
