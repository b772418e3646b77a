import { describeMinutes } from '@blood-bank/contract/offers/answer-times'
import { MIN_SHOWN_FIGURE } from '@blood-bank/contract/site/figures'
import { readTermSummary, type Term, type TermSummary } from '@blood-bank/contract/site/term-summary'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { site } from '../../api/site.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { formatDay } from '../../ui/records/dates.ts'
import { Line, Skeleton } from '../../ui/records/skeleton.tsx'
import styles from './page.module.css'

type Props = { term: Term; today: string }

/** The sheet that is printed: four figures, who says so, and what they count. */
export function Summary({ term, today }: Props) {
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
