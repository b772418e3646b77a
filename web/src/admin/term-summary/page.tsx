import { describeMinutes } from '@blood-bank/contract/offers/answer-times'
import { MIN_SHOWN_FIGURE } from '@blood-bank/contract/site/figures'
import { readTermSummary, type Term, type TermSummary } from '@blood-bank/contract/site/term-summary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { site } from '../../api/site.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { calendarDateOf, formatDay } from '../../ui/records/dates.ts'
import { Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { DayField, isDay } from '../audit-log/day-field.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import styles from './page.module.css'

export const TermSummaryPage = () => (
  <AdminPage title="Summary of a term">
    <ChosenTerm />
  </AdminPage>
)

/** The term is in the address: one of those offered, or any two days. */
function ChosenTerm() {
  const [today] = useState(() => calendarDateOf(currentTime(), site.timeZone))
  const terms = offeredTerms(today)
  const [search, setSearch] = useSearchParams()
  const dayOf = (name: keyof Term) => {
    const day = search.get(name) ?? ''
    return isDay(day) ? day : terms[0][name]
  }
  const term = { from: dayOf('from'), to: dayOf('to') }
  const choose = (change: Partial<Term>) =>
    setSearch({ ...term, ...change }, { replace: true, preventScrollReset: true })
  return (
    <div className={styles.page}>
      <div className={styles.choice}>
        <nav className={styles.terms} aria-label="Term">
          {terms.map(({ label, from, to }) => (
            <Link
              key={label}
              className={styles.term}
              to={`?${new URLSearchParams({ from, to })}`}
              aria-current={(from === term.from && to === term.to) || undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className={styles.days}>
          <DayField name="from" label="From" day={term.from} onChange={from => from && choose({ from })} />
          <DayField name="to" label="To" day={term.to} onChange={to => to && choose({ to })} />
        </div>
        <Stack row>
          <Button variant="primary" onClick={() => window.print()}>
            Print or save
          </Button>
        </Stack>
      </div>
      <Summary term={term} today={today} />
    </div>
  )
}

type NamedTerm = Term & { label: string }

/** The terms that an admin is offered, this one first: half-years and years, as universities divide them differently. */
function offeredTerms(today: string): [NamedTerm, ...NamedTerm[]] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const isFirstHalf = month <= 6
  return [
    isFirstHalf ? firstHalfOf(year) : secondHalfOf(year),
    isFirstHalf ? secondHalfOf(year - 1) : firstHalfOf(year),
    wholeYear(year),
    wholeYear(year - 1),
  ]
}

const firstHalfOf = (year: number): NamedTerm => ({
  label: `January to June ${year}`,
  from: `${year}-01-01`,
  to: `${year}-06-30`,
})

const secondHalfOf = (year: number): NamedTerm => ({
  label: `July to December ${year}`,
  from: `${year}-07-01`,
  to: `${year}-12-31`,
})

const wholeYear = (year: number): NamedTerm => ({
  label: `${year}`,
  from: `${year}-01-01`,
  to: `${year}-12-31`,
})

type Props = { term: Term; today: string }

/** The sheet that is printed: four figures, who says so, and what they count. */
function Summary({ term, today }: Props) {
  const query = useQuery({
    queryKey: ['overview', 'term-summary', term],
    queryFn: ({ signal }) => call(readTermSummary, { query: term }, { signal }),
  })
  return (
    <>
      <FetchFailure query={query} failed="Failed to load the summary." />
      {(query.data || query.isFetching) && (
        <Card title={`${formatDay(term.from)} to ${formatDay(term.to)}`}>
          <p>
            {site.brandName}, {site.clubName}
          </p>
          {query.data ? <Figures summary={query.data} /> : <FiguresSkeleton />}
          <SmallPrint>
            Donors are those who had registered by the last day. Units are donations that were recorded for
            the blood bank. Half of the requests that a donor offered for had their first offer within the
            time shown. Counts are rounded down, and small ones are not shown, so that nobody can be
            recognized. As of {formatDay(today)}.
          </SmallPrint>
        </Card>
      )}
    </>
  )
}

const Figures = ({ summary }: { summary: TermSummary }) => (
  <dl className={styles.figures}>
    {[
      ['Donors', describeCount(summary.donors)],
      ['Blood requests', describeCount(summary.bloodRequests)],
      ['Units given', describeCount(summary.unitsGiven)],
      ['Median time to the first offer', describeMedian(summary.minutesToFirstOffer)],
    ].map(([name, figure]) => (
      <div key={name} className={styles.figure}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)

const FiguresSkeleton = () => (
  <Skeleton className={styles.figures} status="Loading...">
    {['donors', 'requests', 'units', 'median'].map(figure => (
      <div key={figure} className={styles.figure}>
        <Line width={5} />
        <Line width={5} />
      </div>
    ))}
  </Skeleton>
)

const describeCount = (figure: number | null) =>
  figure === null ? `under ${MIN_SHOWN_FIGURE}` : `${formatCount(figure)}+`

const describeMedian = (minutes: number | null) =>
  minutes === null ? 'too few offers' : describeMinutes(minutes)
