import type { Reminder } from '@blood-bank/contract/sessions/reminders'
import { ConsentBanner } from './consent-banner.tsx'
import { NewAdminBanner } from './new-admin-banner.tsx'
import { PasskeyBanner } from './passkey-banner.tsx'
import { VerificationBanner } from './verification-banner.tsx'

type Props = {
  due: readonly Reminder[]
  email: string
}

/** What the person still has to do. */
export const Reminders = ({ due, email }: Props) =>
  due.map(reminder => (
    <div key={reminder} data-reminder={reminder}>
      {reminder === 'verify' && <VerificationBanner email={email} />}
      {reminder === 'agree' && <ConsentBanner />}
      {reminder === 'add-passkey' && <PasskeyBanner due="add" />}
      {reminder === 'use-passkey' && <PasskeyBanner due="use" />}
      {reminder === 'become-admin' && <NewAdminBanner />}
    </div>
  ))
