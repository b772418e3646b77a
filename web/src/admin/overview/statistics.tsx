import { explainFailure } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { ScreenReaderStatus } from '../../ui/records/skeleton.tsx'
import { AlertWarnings } from './alert-warnings.tsx'
import { DeliveryWarnings } from './delivery-warnings.tsx'
import { DisputedDonations } from './disputed-donations.tsx'
import { GroupsChart } from './groups-chart.tsx'
import { NumberWarnings } from './number-warnings.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { ReportsWaiting } from './reports-waiting.tsx'
import styles from './statistics.module.css'
import { useStatistics } from './use-statistics.ts'
import { WeeksChart } from './weeks-chart.tsx'

/** Counts, recent requests by week, and searchable donors by blood group (spec §7). */
export function Statistics() {
  const { counts, charts, isLoading, failure } = useStatistics()
  return (
    <>
      <FetchFailure query={failure} failure={error => explainFailure(error, 'Failed to load statistics.')} />
      {isLoading && <ScreenReaderStatus>Loading...</ScreenReaderStatus>}
      <Stack>
        {counts && counts.reportsWaiting > 0 && <ReportsWaiting waiting={counts.reportsWaiting} />}
        {counts && <DeliveryWarnings counts={counts} />}
        {counts && counts.numberWarnings.length > 0 && <NumberWarnings warnings={counts.numberWarnings} />}
        {counts && counts.alertWarnings.length > 0 && <AlertWarnings warnings={counts.alertWarnings} />}
        {counts && counts.disputedDonations.total > 0 && (
          <DisputedDonations disputed={counts.disputedDonations} />
        )}
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
