import { explainFailure } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Said } from '../../ui/records/skeleton.tsx'
import { DeadMails } from './dead-mails.tsx'
import { GroupsChart } from './groups-chart.tsx'
import { NumberWarnings } from './number-warnings.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import styles from './statistics.module.css'
import { useStatistics } from './use-statistics.ts'
import { WeeksChart } from './weeks-chart.tsx'

/** How much there is of everything, how the requests went of late, and whom a search would find (spec §7). */
export function Statistics() {
  const { counts, charts, isAwaited, failure } = useStatistics()
  return (
    <>
      <FetchFailure query={failure} failure={error => explainFailure(error, 'Failed to load statistics.')} />
      {isAwaited && <Said>Loading...</Said>}
      <Stack>
        {counts && counts.deadMails > 0 && <DeadMails count={counts.deadMails} />}
        {counts && counts.numberWarnings.length > 0 && <NumberWarnings warnings={counts.numberWarnings} />}
        {(counts || isAwaited) && <OverviewFigures counts={counts} />}
        {(charts || isAwaited) && (
          <div className={styles.charts}>
            <WeeksChart weeks={charts?.weeks} />
            <GroupsChart groups={charts?.availableDonors} />
          </div>
        )}
      </Stack>
    </>
  )
}
