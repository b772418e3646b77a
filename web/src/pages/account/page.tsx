import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErasureForm } from '../../features/accounts/erasure-form.tsx'
import { YourData } from '../../features/accounts/your-data.tsx'
import { OfflineAccessLink } from '../../features/offline-access/offline-access-link.tsx'
import { useActor } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { OwnAlerts } from './alerts/own-alerts.tsx'
import { NumberViewers } from './number-viewers/number-viewers.tsx'
import { OtherSessions, refreshOtherSessions } from './other-sessions.tsx'
import { PasswordChangeForm } from './password-change-form.tsx'

/** Loaded later: the rest of the page works without it. */
const OwnPasskeys = lazyPart(async () => (await import('./passkeys/own-passkeys.tsx')).OwnPasskeys)

/** The actor's data, password, sessions, and the erasure of the account. */
export function AccountPage() {
  const client = useQueryClient()
  return (
    <Page
      title="Account"
      lead="Your data, your alerts, who can see your number, and where you are signed in. You can download or erase everything here."
    >
      <YourData />
      <OwnAlerts />
      <NumberViewers />
      <Card title="Change password">
        <PasswordChangeForm onChanged={() => void refreshOtherSessions(client)} />
      </Card>
      <Suspense fallback={<PasskeysSkeleton />}>
        <OwnPasskeys />
      </Suspense>
      <OtherSessions />
      <Card title="Offline">
        <OfflineAccessLink />
      </Card>
      <Erasure />
    </Page>
  )
}

function Erasure() {
  const { email } = useActor()
  return (
    <Card title="Erase account">
      <ErasureForm email={email} />
    </Card>
  )
}

const PasskeysSkeleton = () => (
  <Card title="Passkeys">
    <Skeleton status="Loading...">
      <Line width={18} />
    </Skeleton>
  </Card>
)
