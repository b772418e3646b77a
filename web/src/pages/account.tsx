import { useQueryClient } from '@tanstack/react-query'
import { useActor } from '../api/session.ts'
import { ErasureForm } from '../features/accounts/erasure-form.tsx'
import { PasswordChangeForm } from '../features/accounts/password-change-form.tsx'
import { YourData } from '../features/accounts/your-data.tsx'
import { OfflineAccessLink } from '../features/offline-access/offline-access-link.tsx'
import { OtherSessions, refreshOtherSessions } from '../features/sessions/other-sessions.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'

/** What is the actor's own: the data, the password, the sessions, and the end of it all. */
export function AccountPage() {
  const client = useQueryClient()
  const { email } = useActor()
  return (
    <Page title="Account">
      <YourData />
      <Card title="Change password">
        <PasswordChangeForm onChanged={() => void refreshOtherSessions(client)} />
      </Card>
      <OtherSessions />
      <Card title="Offline">
        <OfflineAccessLink />
      </Card>
      <Card title="Erase account">
        <ErasureForm email={email} />
      </Card>
    </Page>
  )
}
