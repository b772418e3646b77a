import { OverviewFigures } from '../../features/overview/overview-figures.tsx'
import { Page } from '../../ui/page.tsx'

export const OverviewPage = () => (
  <Page title="Overview" width="wide">
    <OverviewFigures />
  </Page>
)
