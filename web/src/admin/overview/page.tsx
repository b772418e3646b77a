import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { ScreenReaderStatus } from '../../ui/records/skeleton.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { AnswerTimes } from './answer-times.tsx'
import { FirstRun, useFirstRun } from './first-run.tsx'
import { GroupsChart } from './groups-chart.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import styles from './statistics.module.css'
import { ToDo, ToDoSkeleton } from './to-do.tsx'
import { ToPrint } from './to-print.tsx'
import { useStatistics } from './use-statistics.ts'
import { WeeksChart } from './weeks-chart.tsx'

export const OverviewPage = () => (
  <AdminPage title="Overview">
    <Statistics />
  </AdminPage>
)

/** What is to do; the first steps of a new blood bank; counts, recent requests by week, and searchable donors by blood group (spec §7). */
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
        {/* Nothing is below it while it loads, and no heading in it: a new blood bank has the first steps here. */}
        {isLoading && <ToDoSkeleton />}
        {counts && <ToDo counts={counts} isShownEmpty={!facts} />}
        {facts && <FirstRun facts={facts} hide={firstRun.hide} />}
        {counts && <OverviewFigures counts={counts} />}
        {charts && (
          <div className={styles.charts}>
            <WeeksChart weeks={charts.weeks} />
            <GroupsChart groups={charts.availableDonors} />
            {charts.answerTimes.length > 0 && <AnswerTimes months={charts.answerTimes} />}
          </div>
        )}
        {charts && <ToPrint />}
      </Stack>
    </>
  )
}
