import type { Reminder } from '@blood-bank/contract/sessions/reminders'
import { ConsentBanner } from './consent-banner.tsx'
import { NewAdminBanner } from './new-admin-banner.tsx'
import { PasskeyBanner } from './passkey-banner.tsx'
import { VerificationBanner } from './verification-banner.tsx'

type Props = {
  due: readonly Reminder[]
  email: string
  /** Called with what to say in the place of a reminder that is settled. */
  onDone: (message: string) => void
}

/** What the person still has to do. */
export const Reminders = ({ due, email, onDone }: Props) =>
  due.map(reminder => (
    <div key={reminder} data-reminder={reminder}>
      {reminder === 'verify' && <VerificationBanner email={email} />}
      {reminder === 'agree' && <ConsentBanner onDone={onDone} />}
      {reminder === 'add-passkey' && <PasskeyBanner due="add" onDone={onDone} />}
      {reminder === 'use-passkey' && <PasskeyBanner due="use" onDone={onDone} />}
      {reminder === 'become-admin' && <NewAdminBanner onDone={onDone} />}
    </div>
  ))
