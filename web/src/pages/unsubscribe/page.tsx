import { useParams } from 'react-router'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { StopEmails, type Subject } from './stop-emails.tsx'

const TITLES: Record<Subject, string> = { alerts: 'Stop alerts', 'thank-yous': 'Stop thank-yous' }

/** The target of the link in an email that stops alerts, or thank-yous. */
export function UnsubscribePage({ subject = 'alerts' }: { subject?: Subject }) {
  const { token = '' } = useParams()
  return (
    <Page title={TITLES[subject]}>
      <Card>
        <StopEmails token={token} subject={subject} />
      </Card>
    </Page>
  )
}
