import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { ConsentBanner } from './consent-banner.tsx'
import { PasskeyBanner } from './passkey-banner.tsx'
import { VerificationBanner } from './verification-banner.tsx'

type Props = { [Field in 'isConsentDue' | 'passkeyDue']: Session[Field] | undefined } & { user: User }

/** What the person still has to do. */
export const Reminders = ({ user, isConsentDue, passkeyDue }: Props) => (
  <>
    {!user.emailVerified && <VerificationBanner email={user.email} />}
    {isConsentDue && <ConsentBanner />}
    {passkeyDue && <PasskeyBanner due={passkeyDue} />}
  </>
)
