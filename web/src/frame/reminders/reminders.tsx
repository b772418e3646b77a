import type { Reminder } from '@blood-bank/contract/sessions/viewers'
import { ConsentBanner } from './consent-banner.tsx'
import { NewAdminBanner } from './new-admin-banner.tsx'
import { PasskeyBanner } from './passkey-banner.tsx'
import styles from './reminders.module.css'
import { VerificationBanner } from './verification-banner.tsx'

type Props = {
  due: readonly Reminder[]
  /** Empty until the session is known. */
  email: string
  /** Whether this is the page of the build, in which only the marks of the server tell what is due. */
  isAsBuilt: boolean
}

/** What the person still has to do. */
export const Reminders = ({ due, email, isAsBuilt }: Props) =>
  due.map(reminder => (
    <div key={reminder} className={isAsBuilt ? styles.asBuilt : undefined} data-reminder={reminder}>
      {reminder === 'verify' && <VerificationBanner email={email} />}
      {reminder === 'agree' && <ConsentBanner />}
      {reminder === 'add-passkey' && <PasskeyBanner due="add" />}
      {reminder === 'use-passkey' && <PasskeyBanner due="use" />}
      {reminder === 'become-admin' && <NewAdminBanner />}
    </div>
  ))
