import { useParams } from 'react-router'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { StopAlerts } from './stop-alerts.tsx'

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
