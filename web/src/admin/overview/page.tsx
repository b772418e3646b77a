import { explainFailure } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { ScreenReaderStatus } from '../../ui/records/skeleton.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { FirstRun } from './first-run.tsx'
import { GroupsChart } from './groups-chart.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import styles from './statistics.module.css'
import { useStatistics } from './use-statistics.ts'
import { Warnings } from './warnings.tsx'
import { WeeksChart } from './weeks-chart.tsx'

export const OverviewPage = () => (
  <AdminPage title="Overview">
    <FirstRun />
    <Statistics />
  </AdminPage>
)

/** Counts, recent requests by week, and searchable donors by blood group (spec §7). */
function Statistics() {
  const { counts, charts, isLoading, failure } = useStatistics()
  return (
    <>
      <FetchFailure query={failure} failure={error => explainFailure(error, 'Failed to load statistics.')} />
      {isLoading && <ScreenReaderStatus>Loading...</ScreenReaderStatus>}
      <Stack>
        {counts && <Warnings counts={counts} />}
        {(counts || isLoading) && <OverviewFigures counts={counts} />}
        {(charts || isLoading) && (
          <div className={styles.charts} data-loading={isLoading || undefined}>
            <WeeksChart weeks={charts?.weeks} />
            <GroupsChart groups={charts?.availableDonors} />
          </div>
        )}
      </Stack>
    </>
  )
}
