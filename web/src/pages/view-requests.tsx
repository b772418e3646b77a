import { ActiveBloodRequests } from '../features/blood-requests/lists/active-blood-requests.tsx'
import { OfflineAccessLink } from '../features/offline-access/offline-access-link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'

export function ViewRequestsPage() {
  return (
    <Page title="Blood Requests" lead="Members who need blood now. Call if you can give." width="wide">
      <Stack>
        <OfflineAccessLink />
      </Stack>
      <ActiveBloodRequests />
    </Page>
  )
}
