import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { site } from '../../api/site.ts'
import { useOfflineUser } from '../../device/offline/turn-off-offline-access.tsx'
import { ErasureForm } from '../../features/accounts/erasure-form.tsx'
import { YourData } from '../../features/accounts/your-data.tsx'
import { useActor } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { counted } from '../../ui/records/counts.ts'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import styles from './account-row.module.css'
import { AccountLink, AccountPart, AccountRow } from './account-row.tsx'
import { AlertsRow } from './alerts/alerts-row.tsx'
import { NumberRow } from './number-viewers/number-row.tsx'
import { useOwnPasskeys } from './passkeys/queries.ts'
import { PasswordChangeForm } from './password-change-form.tsx'
import { refreshOtherSessions, SessionsRow } from './sessions-row.tsx'
import { TextMessagesRow } from './text-messages/text-messages-row.tsx'

/** Loaded later: the rest of the page works without it. */
const OwnPasskeys = lazyPart(async () => (await import('./passkeys/own-passkeys.tsx')).OwnPasskeys)

/** What a person can set about themselves: rows with their state, each of which opens. */
export const AccountPage = () => (
  <Page title="Account" lead="How everything is set now. Press a row to see more, or to change it.">
    <Rows />
  </Page>
)

function Rows() {
  const client = useQueryClient()
  const { email } = useActor()
  return (
    <div className={styles.rows}>
      <AlertsRow />
      {site.sendsTexts && <TextMessagesRow />}
      <NumberRow />
      <AccountRow
        id="password"
        idsInside={['passkeys']}
        title="Password and passkeys"
        state={<PasskeysState />}
      >
        <Suspense fallback={<PasskeysSkeleton />}>
          <OwnPasskeys />
        </Suspense>
        <AccountPart title="Change password">
          <PasswordChangeForm onChanged={() => void refreshOtherSessions(client)} />
        </AccountPart>
      </AccountRow>
      <SessionsRow />
      {/* Loads the document, as only that page's policy allows registering a service worker. */}
      <AccountLink href="/offline-access" title="Offline" state={<OfflineState />} />
      <AccountRow id="data" title="My data" state="Download or erase everything">
        <AccountPart title="Your data">
          <YourData />
        </AccountPart>
        <AccountPart title="Erase account">
          <ErasureForm email={email} />
        </AccountPart>
      </AccountRow>
    </div>
  )
}

/** Only the browser knows. */
function OfflineState() {
  const { id } = useActor()
  const offlineUser = useOfflineUser()
  if (offlineUser === undefined) return ''
  return offlineUser === id ? 'Requests are saved on this device' : 'Nothing is saved on this device'
}

function PasskeysState() {
  const count = useOwnPasskeys().data?.length
  if (count === undefined) return null
  return <span>{count === 0 ? 'No passkey' : counted(count, ['passkey', 'passkeys'])}</span>
}

const PasskeysSkeleton = () => (
  <AccountPart title="Passkeys">
    <LineSkeleton />
  </AccountPart>
)
