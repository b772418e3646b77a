import { Statistics } from '../../features/overview/statistics.tsx'
import { Screen } from '../../ui/layout/screen.tsx'

export const OverviewPage = () => (
  <Screen title="Overview">
    <Statistics />
  </Screen>
)
