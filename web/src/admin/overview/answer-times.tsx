import { describeMinutes, MIN_ANSWERED_REQUESTS } from '@blood-bank/contract/offers/answer-times'
import type { Charts } from '@blood-bank/contract/site/overview'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatMonth } from '../../ui/records/dates.ts'
import chart from './chart.module.css'

/** How soon the first donor answered, by month: what visitors read about last month, and its history. */
export const AnswerTimes = ({ months }: { months: Charts['answerTimes'] }) => (
  <Section title="Time to the first answer">
    <div className={chart.sheet}>
      <SmallPrint>
        Everybody sees the median of last month, if at least {MIN_ANSWERED_REQUESTS} requests were answered.{' '}
        <Link to="/help#first-answer">How it is computed</Link>
      </SmallPrint>
      <table className={chart.numbers} aria-label="Time to the first answer by month">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Answered</th>
            <th scope="col">Median</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, posted, answered, medianMinutes }) => (
            <tr key={month}>
              <th scope="row">
                <time dateTime={month}>{formatMonth(`${month}-01`, 'UTC')}</time>
              </th>
              <td>{`${answered} of ${posted}`}</td>
              <td>{medianMinutes === null ? 'too few' : describeMinutes(medianMinutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Section>
)
