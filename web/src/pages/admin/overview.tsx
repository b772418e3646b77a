import { OverviewFigures } from '../../features/overview/overview-figures.tsx'
import { Screen } from '../../ui/screen.tsx'

export const OverviewPage = () => (
  <Screen title="Overview">
    <OverviewFigures />
  </Screen>
)
