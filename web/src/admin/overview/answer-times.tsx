import { describeMinutes, MIN_ANSWERED_REQUESTS } from '@blood-bank/contract/offers/answer-times'
import type { Charts } from '@blood-bank/contract/site/overview'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatMonth } from '../../ui/records/dates.ts'
import chart from './chart.module.css'

type Month = Charts['answerTimes'][number]
type KnownMonth = Month & { medianMinutes: number }

const isKnown = (month: Month): month is KnownMonth => month.medianMinutes !== null

/** How soon the first donor answered, by month: what visitors read about last month, and its history, as a line. */
export function AnswerTimes({ months }: { months: Month[] }) {
  const oldestFirst = months.toReversed()
  const known = oldestFirst.filter(isKnown)
  const [first] = known
  const last = known.at(-1)
  return (
    <Section title="Time to the first answer">
      <div className={chart.sheet}>
        {first && last && last !== first && (
          <>
            <p>
              <strong className={chart.latest}>{describeMinutes(last.medianMinutes)}</strong>{' '}
              <span>
                {`in ${monthOf(last)}, ${describeMinutes(first.medianMinutes)} in ${monthOf(first)}`}
              </span>
            </p>
            <AnswerLine months={oldestFirst} />
          </>
        )}
        <SmallPrint>
          Everybody sees the median of last month, if at least {MIN_ANSWERED_REQUESTS} requests were answered.{' '}
          <Link to="/help#first-answer">How it is computed</Link>
        </SmallPrint>
        <details open={known.length < 2}>
          <summary className={chart.summary}>Show all months</summary>
          <MonthsTable months={months} />
        </details>
      </div>
    </Section>
  )
}

const monthOf = ({ month }: Month) => formatMonth(`${month}-01`, 'UTC')

/** Without a year, as the line covers twelve months. */
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** The height of the slowest month in percent: what is above it has room for its number. */
const HIGHEST = 80

/**
 * The medians as a line, in minutes, with a gap where too few requests were answered. Hidden from screen readers, which have
 * the sentence above it and the table. In percent, as the page is sent without chart.
 */
function AnswerLine({ months }: { months: Month[] }) {
  const slowest = Math.max(1, ...months.filter(isKnown).map(({ medianMinutes }) => medianMinutes))
  const points = months.map((month, at) => ({
    month,
    x: ((at + 0.5) / months.length) * 100,
    y: 100 - ((month.medianMinutes ?? 0) / slowest) * HIGHEST,
  }))
  return (
    <svg className={chart.plot} aria-hidden="true">
      {points.map(({ month, x, y }, at) => {
        const before = points[at - 1]
        return (
          <g key={month.month}>
            {before && isKnown(before.month) && isKnown(month) && (
              <line
                className={chart.line}
                x1={`${before.x}%`}
                y1={`${before.y}%`}
                x2={`${x}%`}
                y2={`${y}%`}
              />
            )}
            {isKnown(month) && (
              <>
                <circle className={chart.point} cx={`${x}%`} cy={`${y}%`} r="4" />
                <text className={chart.minutes} x={`${x}%`} y={`${y}%`} dy="-0.7em">
                  {month.medianMinutes}
                </text>
              </>
            )}
            <text x={`${x}%`} y="100%" dy="1.5em">
              {MONTH.format(new Date(`${month.month}-01`))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const MonthsTable = ({ months }: { months: Month[] }) => (
  <table className={chart.numbers} aria-label="Time to the first answer by month">
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Answered</th>
        <th scope="col">Median</th>
      </tr>
    </thead>
    <tbody>
      {months.map(month => (
        <tr key={month.month}>
          <th scope="row">
            <time dateTime={month.month}>{monthOf(month)}</time>
          </th>
          <td>{`${month.answered} of ${month.posted}`}</td>
          <td>{month.medianMinutes === null ? 'too few' : describeMinutes(month.medianMinutes)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
