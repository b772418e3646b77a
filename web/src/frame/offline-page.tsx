import { useState } from 'react'
import { FetchFailure } from '../api/fetch-failure.tsx'
import { isRefusal } from '../api/refusal.ts'
import { TurnOffOfflineAccess, useOfflineUser } from '../device/offline/turn-off-offline-access.tsx'
import { SavedBloodRequests } from '../features/blood-requests/lists/saved-blood-requests.tsx'
import { useSessionQuery } from '../session/session.ts'
import { Page } from '../ui/layout/page.tsx'
import { SmallPrint } from '../ui/layout/small-print.tsx'
import { Stack } from '../ui/layout/stack.tsx'

/** Shown instead of every page while the session can't be fetched. That there is no connection, the bar says. */
export function OfflinePage() {
  const session = useSessionQuery()
  const isOn = Boolean(useOfflineUser())
  // A session that is not known has no error while it is fetched again.
  const [error, setError] = useState(session.error)
  if (session.error && session.error !== error) setError(session.error)
  return (
    <Page
      title="Saved on this device"
      lead="The page you asked for opens by itself as soon as the service answers."
      width="wide"
    >
      {!isRefusal(error, 'network') && <FetchFailure query={{ ...session, error }} />}
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
