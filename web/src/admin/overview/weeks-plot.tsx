import { BloodRequestStatus } from '@blood-bank/contract/blood-requests/endpoints'
import type { Charts } from '@blood-bank/contract/campus/overview'
import type { CSSProperties } from 'react'
import styles from './weeks-chart.module.css'

export type Week = Charts['weeks'][number]

/** The statuses in a bar, from the bottom up. */
export const STATUSES = BloodRequestStatus.options

export const totalOf = (week: Week) => STATUSES.reduce((sum, status) => sum + week[status], 0)

/** Without a year, as the chart covers twelve weeks. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export const formatMonday = ({ monday }: Week) => DAY.format(new Date(monday))

/** The bars of the weeks. Hidden from screen readers, which can use the table of numbers. */
export function WeeksPlot({ weeks }: { weeks: Week[] }) {
  const highest = Math.max(1, ...weeks.map(totalOf))
  return (
    <div className={styles.plot} aria-hidden="true">
      {weeks.map(week => (
        <div className={styles.week} key={week.monday}>
          <span>{short(totalOf(week))}</span>
          <div className={styles.bar} style={partOf(totalOf(week) / highest)}>
            {STATUSES.map(status => (
              <div
                key={status}
                className={styles.part}
                data-status={status}
                data-empty={week[status] === 0 || undefined}
                style={{ flexGrow: week[status] }}
              />
            ))}
          </div>
          <span className={styles.date}>{formatMonday(week)}</span>
        </div>
      ))}
    </div>
  )
}

const partOf = (part: number) => ({ '--part': part }) as CSSProperties

/** "1.2K": on a phone a bar is as wide as four characters. */
const short = (count: number) => count.toLocaleString('en-US', { notation: 'compact' })
