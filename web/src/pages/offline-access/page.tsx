import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { OfflineAccess } from './offline-access.tsx'

/** The setting that saves the list of active requests on this device. */
export function OfflineAccessPage() {
  return (
    <Page title="Offline access" lead="For your own phone, when the connection is unreliable.">
      <Card title="Active requests">
        <p>
          Offline access saves the list of active requests on this device as you last saw it, with names and
          contact numbers, so that you can read it and call without a connection. The list is deleted when you
          sign out, when somebody else signs in here, and after seven days.
        </p>
        <OfflineAccess />
        <SmallPrint>
          To open the site like an app, choose Install or Add to Home Screen in your browser's menu.
        </SmallPrint>
      </Card>
    </Page>
  )
}
