import { BloodRequestStatus, STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { type Overview, readCharts } from '@blood-bank/contract/site/overview'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { ScreenReaderStatus } from '../../ui/records/skeleton.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { useOverview } from '../frame/use-overview.ts'
import { AnswerTimes } from './answer-times.tsx'
import { FirstRun, useFirstRun } from './first-run.tsx'
import { GroupsChart } from './groups-chart.tsx'
import styles from './page.module.css'
import lines from './to-do.module.css'
import { ToDo, ToDoSkeleton } from './to-do.tsx'
import { WeeksChart } from './weeks-chart.tsx'

export const OverviewPage = () => (
  <AdminPage title="Overview">
    <Statistics />
  </AdminPage>
)

/** The counts (spec §7); what is to do; the set-up of a new blood bank; charts. */
function Statistics() {
  const statistics = useStatistics()
  // Together, so that neither pushes the other down.
  const firstRun = useFirstRun()
  const isLoading = statistics.isLoading || firstRun.isLoading
  const { failure } = statistics
  const counts = firstRun.isLoading ? undefined : statistics.counts
  const charts = firstRun.isLoading ? undefined : statistics.charts
  const facts = isLoading ? undefined : firstRun.facts
  return (
    <>
      <FetchFailure query={failure} failed="Failed to load statistics." />
      {isLoading && <ScreenReaderStatus>Loading...</ScreenReaderStatus>}
      <Stack>
        {(counts || isLoading) && <OverviewFigures counts={counts} />}
        {/* Nothing is below it while it loads. */}
        {isLoading && <ToDoSkeleton />}
        {counts && <ToDo counts={counts} isShownEmpty={!facts} />}
        {facts && <FirstRun facts={facts} hide={firstRun.hide} />}
        {charts && (
          <div className={styles.charts}>
            {charts.answerTimes.length > 0 && <AnswerTimes months={charts.answerTimes} />}
            <WeeksChart weeks={charts.weeks} />
            <GroupsChart groups={charts.availableDonors} />
          </div>
        )}
        {charts && <ToPrint />}
      </Stack>
    </>
  )
}

/**
 * Counts and charts. They are shown together, so that what is to do doesn't move them, and one error
 * covers both. If only one failed, only that one is refetched and the other stays.
 */
function useStatistics() {
  const counts = useOverview()
  const charts = useQuery({
    queryKey: ['overview', 'charts'],
    meta: { live: ['overview'] },
    queryFn: ({ signal }) => call(readCharts, {}, { signal }),
  })
  const queries = [counts, charts]
  const isLoading = queries.some(({ data, isFetching }) => !data && isFetching)
  const isFirstAttempt = queries.every(({ errorUpdateCount }) => errorUpdateCount === 0)
  const isWaitingForBoth = isLoading && isFirstAttempt
  return {
    isLoading,
    counts: isWaitingForBoth ? undefined : counts.data,
    charts: isWaitingForBoth ? undefined : charts.data,
    failure: {
      error: counts.error ?? charts.error,
      refetch: () => Promise.all(queries.filter(({ error }) => error).map(({ refetch }) => refetch())),
    },
  }
}

/** The counts, with links to what they count (spec §7). Without counts they have their places. */
const OverviewFigures = ({ counts }: { counts: Overview | undefined }) => (
  <div className={styles.groups}>
    <Section title="People">
      <ul className={styles.figures}>
        <Figure name="Donors" count={counts?.donors} to="/admin/donors" />
        <Figure name="Users" count={counts?.users} to="/admin/users" />
      </ul>
    </Section>
    <Section title="Blood Requests">
      <ul className={styles.figures}>
        {BloodRequestStatus.options.map(status => (
          <Figure
            key={status}
            name={STATUS_LABELS[status]}
            count={counts?.bloodRequests[status]}
            to={`/admin/requests?status=${status}`}
          />
        ))}
      </ul>
    </Section>
    <Section title="Donations">
      <ul className={styles.figures}>
        <Figure name="Units given in the last 12 weeks" count={counts?.unitsGiven} />
      </ul>
    </Section>
    {/* Few sites import a list, and then for a month. */}
    {counts && counts.donorsToClaim > 0 && (
      <Section title="Imported Donors">
        <ul className={styles.figures}>
          <Figure name="Waiting to be claimed" count={counts.donorsToClaim} />
        </ul>
      </Section>
    )}
  </div>
)

type FigureProps = {
  name: string
  /** Undefined while it loads. */
  count: number | undefined
  /** The list of what it counts, if there is one. */
  to?: string
}

/** A count as a card, which links to the list of what it counts. */
const Figure = ({ name, count, to }: FigureProps) => (
  <li>
    <FigureCard to={to}>
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.count}>{count === undefined ? '\u00a0' : formatCount(count)}</span>
    </FigureCard>
  </li>
)

const FigureCard = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <div className={styles.figure}>{children}</div>
  ) : (
    <Link className={styles.figure} to={to}>
      {children}
    </Link>
  )

/** What a club hangs up, and what it hands in. The poster is no page of the application. */
const ToPrint = () => (
  <Section title="To print">
    <ul className={lines.list}>
      <li>
        <a className={lines.line} href="/poster">
          <Line>Sign-up poster</Line>
        </a>
      </li>
      <li>
        <Link className={lines.line} to="/admin/term-summary">
          <Line>Summary of a term</Line>
        </Link>
      </li>
    </ul>
  </Section>
)

const Line = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <span className={lines.arrow} aria-hidden="true">
      →
    </span>
  </>
)
