import { OfflineAccess } from '../features/offline-access/offline-access.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SmallPrint } from '../ui/layout/small-print.tsx'

/** Where a person chooses whether this device keeps the list of active requests. */
export function OfflineAccessPage() {
  return (
    <Page title="Offline Access" lead="For a phone of your own, where the connection comes and goes.">
      <Card title="Active requests">
        <p>
          Keep Offline keeps the list of active requests on this device as you last saw it, with the names and
          contact numbers in it, so that you can read it and call without a connection. It is wiped when you
          sign out, when somebody else signs in here, and after seven days.
        </p>
        <OfflineAccess />
        <SmallPrint>
          To open the site like an app, choose Install or Add to Home Screen in the menu of your browser.
        </SmallPrint>
      </Card>
    </Page>
  )
}
