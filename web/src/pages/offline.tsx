import { explainFailure } from '../api/explain-failure.ts'
import { isRefusal } from '../api/refusal.ts'
import { KeptBloodRequests } from '../features/blood-requests/lists/kept-blood-requests.tsx'
import { StopKeeping } from '../features/offline-access/stop-keeping.tsx'
import { useReturn } from '../features/offline-access/use-return.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SmallPrint } from '../ui/layout/small-print.tsx'
import { Stack } from '../ui/layout/stack.tsx'

/** Stands in for every page while nobody can say who is signed in; goes by itself when the line is back. */
export function OfflinePage() {
  const session = useSession()
  useReturn(session.refetch)
  const { error } = session
  const isLineDown = !error || isRefusal(error, 'network')
  return (
    <Page
      title={isLineDown ? 'You Are Offline' : 'The Service Is Away'}
      lead={error ? explainFailure(error) : 'Looking for a connection...'}
      width="wide"
    >
      <div>
        <Button isBusy={session.isFetching} onClick={() => void session.refetch()}>
          Retry
        </Button>
      </div>
      <KeptBloodRequests />
      <Stack>
        <SmallPrint>What is kept on this device is wiped when you sign out, and after seven days.</SmallPrint>
        <StopKeeping />
      </Stack>
    </Page>
  )
}
