import type { Caller } from '../access/caller.ts'
import type { Context } from '../access/context.ts'
import type { PasskeyChallenges } from '../passkeys/challenges.ts'
import type { AttemptPasskey } from '../passkeys/passkey-attempt.ts'
import type { RegistrationCookies, SessionCookies } from './cookies.ts'
import type { KnownDevices } from './known-devices.ts'
import type { AttemptPassword } from './password-attempt.ts'

/** The dependencies of routes that check who somebody is, or start and end sessions. */
export type SessionContext = Context & {
  sessionCookies: SessionCookies
  /** The caller of a session token as they are now; anonymous if the session has ended. */
  findSession: (token: string) => Promise<Caller>
  attemptPassword: AttemptPassword
  passkeyChallenges: PasskeyChallenges
  attemptPasskey: AttemptPasskey
  /** Browsers that have signed in to an account before. */
  devices: KnownDevices
  /** Browsers that registered an account. */
  registrations: RegistrationCookies
  /** The keyed hash by which accounts that were registered from one network are known. */
  hashNetwork: (address: string) => string
  /** Such hashes of all networks for which limits count an address, the narrowest first; one of them is the former. */
  hashNetworks: (address: string) => string[]
  /** Whether a user has not agreed to the current text of the consent. */
  isConsentDue: (userId: string) => Promise<boolean>
}
