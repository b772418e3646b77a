import { BloodRequestStatus, STATUS_LABELS } from '@blood-bank/contract/blood-requests'
import type { Charts } from '@blood-bank/contract/overview'
import type { CSSProperties } from 'react'
import { Section } from '../../ui/section.tsx'
import { SmallPrint } from '../../ui/small-print.tsx'
import chart from './chart.module.css'
import styles from './weeks-chart.module.css'

type Week = Charts['weeks'][number]

const STATES = BloodRequestStatus.options

/**
 * Requests week by week as stacked bars, by state. States differ by pattern and place as well as by colour, and the
 * numbers can be read as a table.
 */
export function WeeksChart({ weeks }: { weeks: Week[] }) {
  const highest = Math.max(1, ...weeks.map(totalOf))
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
        <div className={styles.plot} aria-hidden="true">
          {weeks.map((week, at) => (
            <div className={styles.week} key={week.monday}>
              <span className={styles.total}>{short(totalOf(week))}</span>
              <div className={styles.bar} style={{ '--part': totalOf(week) / highest } as CSSProperties}>
                {STATES.map(state => (
                  <div
                    key={state}
                    className={styles.part}
                    data-state={state}
                    data-empty={week[state] === 0 || undefined}
                    style={{ flexGrow: week[state] }}
                  />
                ))}
              </div>
              <span>{dayOf(week)}</span>
              <span className={styles.month}>{monthIfNew(week, weeks[at - 1])}</span>
            </div>
          ))}
        </div>
        <details>
          <summary className={chart.summary}>Show numbers</summary>
          <WeeksTable weeks={weeks} />
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
            <time dateTime={week.monday}>{DAY.format(new Date(week.monday))}</time>
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

const totalOf = (week: Week) => STATES.reduce((sum, state) => sum + week[state], 0)

/** "1.2K": a bar is as wide as four letters on a phone. */
const short = (count: number) => count.toLocaleString('en-US', { notation: 'compact' })

const dayOf = ({ monday }: Week) => Number(monday.slice(8))

/** Twelve weeks need no year. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

const monthIfNew = ({ monday }: Week, before: Week | undefined) =>
  before?.monday.slice(0, 7) === monday.slice(0, 7) ? '' : MONTH.format(new Date(monday))
