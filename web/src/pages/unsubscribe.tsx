import { useParams } from 'react-router'
import { StopAlerts } from '../features/alerts/stop-alerts.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'

/** The target of the link in an alert that stops alerts. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  return (
    <Page title="Stop alerts">
      <Card>
        <StopAlerts token={token} />
      </Card>
    </Page>
  )
}
