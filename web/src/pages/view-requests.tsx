import { ActiveBloodRequests } from '../features/blood-requests/lists/active-blood-requests.tsx'
import { OfflineAccessLink } from '../features/offline-access/offline-access-link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'

export function ViewRequestsPage() {
  return (
    <Page title="Blood Requests" lead="These members need blood now. Call if you can donate." width="wide">
      <Stack>
        <OfflineAccessLink />
      </Stack>
      <ActiveBloodRequests />
    </Page>
  )
}
