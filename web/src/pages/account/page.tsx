import { changePassword, PasswordChangeForm as schema } from '@blood-bank/contract/own-account/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { useOfflineUser } from '../../device/offline/turn-off-offline-access.tsx'
import { ErasureForm } from '../../features/accounts/erasure-form.tsx'
import { checkPassword, NewPasswordField } from '../../features/accounts/passwords/new-password-field.tsx'
import { YourData } from '../../features/accounts/your-data.tsx'
import { CoordinationText } from '../../features/donors/coordination-text.tsx'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useActor, useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { counted } from '../../ui/records/counts.ts'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import { THEMES, useTheme } from '../../ui/theme/theme.ts'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import styles from './account-row.module.css'
import { AccountLink, AccountPart, AccountRow } from './account-row.tsx'
import { AlertsRow } from './alerts/alerts-row.tsx'
import { HallRow } from './hall-row.tsx'
import { NumberRow } from './number-row.tsx'
import { useOwnPasskeys } from './passkeys/queries.ts'
import { refreshOtherSessions, SessionsRow } from './sessions-row.tsx'
import { TextMessagesRow } from './text-messages/text-messages-row.tsx'

/** Loaded later: the rest of the page works without it. */
const OwnPasskeys = lazyPart(async () => (await import('./passkeys/own-passkeys.tsx')).OwnPasskeys)

/** What a person can set about themselves: rows with their state, each of which opens. */
export const AccountPage = () => (
  <Page title="Account">
    <Rows />
  </Page>
)

function Rows() {
  const { email } = useActor()
  return (
    <div className={styles.rows}>
      <AlertsRow />
      {site.sendsTexts && <TextMessagesRow />}
      <NumberRow />
      <CoordinatorRow />
      <AccountRow
        id="password"
        idsInside={['passkeys']}
        title="Password and passkeys"
        state={<PasskeysState />}
      >
        <Suspense
          fallback={
            <AccountPart title="Passkeys">
              <LineSkeleton />
            </AccountPart>
          }
        >
          <OwnPasskeys />
        </Suspense>
        <AccountPart title="Change password">
          <PasswordChangeForm />
        </AccountPart>
      </AccountRow>
      <SessionsRow />
      <AccountRow id="theme" title="Light or dark" state={<ThemeState />}>
        <ThemeSwitch />
      </AccountRow>
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
      {/* Last: where there are no halls it is missing, and known only when they are. */}
      <HallRow />
    </div>
  )
}

/** For coordinators alone. */
function CoordinatorRow() {
  const session = useSession()
  if (session.kind !== 'known' || !session.coordinator) return null
  return (
    <AccountRow id="coordinator" title="Coordinator" state={<CoordinationText {...session.coordinator} />}>
      <p>
        You can see and call the donors whom the club keeps. Their numbers are for calls about blood only.
        Should this end earlier, or go on? Ask an admin.
      </p>
    </AccountRow>
  )
}

const ThemeState = () => THEMES[useTheme()]

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

/** Changes the actor's password. The server then ends all other sessions. */
function PasswordChangeForm() {
  const client = useQueryClient()
  const { email } = useActor()
  const [done, setDone] = useState<string | null>(null)
  const form = useContractForm({
    schema,
    initial: { currentPassword: '', newPassword: '' },
    check: ({ newPassword }) => checkPassword('newPassword', newPassword),
    send: passwords => {
      setDone(null)
      return call(changePassword, { body: passwords })
    },
    onSent: ({ message }) => {
      setDone(message)
      form.reset()
      void refreshOtherSessions(client)
    },
  })
  return (
    <Form form={form} action="Change password" variant="secondary">
      {/* Browsers fill in the current password by themselves; only a new one can be lost. */}
      <LeaveGuard isUnsaved={form.isUnsaved && form.values.newPassword !== ''} />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        username={email}
        {...form.text('currentPassword')}
      />
      <NewPasswordField label="New Password" {...form.text('newPassword')} />
      {done && <Notice kind="success">{done}</Notice>}
    </Form>
  )
}
