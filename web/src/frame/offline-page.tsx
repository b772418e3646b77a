import { explainFailure } from '../api/explain-failure.ts'
import { isRefusal } from '../api/refusal.ts'
import { useOfflineUser } from '../device/offline/use-offline-user.ts'
import { SavedBloodRequests } from '../features/blood-requests/lists/saved-blood-requests.tsx'
import { TurnOffOfflineAccess } from '../features/offline-access/turn-off-offline-access.tsx'
import { useSessionQuery } from '../session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SmallPrint } from '../ui/layout/small-print.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { useReconnect } from './use-reconnect.ts'

/** Shown instead of every page while the session can't be fetched, until the connection is back. */
export function OfflinePage() {
  const session = useSessionQuery()
  const isOn = useOfflineUser() !== null
  useReconnect(session.refetch)
  const { error } = session
  const isOffline = !error || isRefusal(error, 'network')
  return (
    <Page
      title={isOffline ? "You're offline" : 'The service is unavailable'}
      lead={error ? explainFailure(error) : 'Looking for a connection...'}
      width="wide"
    >
      <div>
        <Button isBusy={session.isFetching} onClick={() => void session.refetch()}>
          Retry
        </Button>
      </div>
      <SavedBloodRequests />
      {isOn && (
        <Stack>
          <SmallPrint>The saved list is deleted when you sign out, and after seven days.</SmallPrint>
          <TurnOffOfflineAccess />
        </Stack>
      )}
    </Page>
  )
}
