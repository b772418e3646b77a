import type { User } from '../users/endpoints.ts'
import type { Session } from './endpoints.ts'

/** What the build knows of a signed-in person: what decides which page they get, and nothing personal. */
type SignedIn = Pick<User, 'role' | 'emailVerified'> & Pick<Session, 'isConsentDue' | 'passkeyDue'>

const member: SignedIn = { role: 'user', emailVerified: true }
const admin: SignedIn = { role: 'admin', emailVerified: true }

/** The kinds of signed-in people for whom the build renders each page, with the reminders above it. */
export const SIGNED_IN_VIEWERS = {
  member,
  admin,
  unverified: { ...member, emailVerified: false },
  'member-consent-due': { ...member, isConsentDue: true },
  'admin-consent-due': { ...admin, isConsentDue: true },
  // Without their passkey, admins are members.
  'passkey-to-add': { ...member, passkeyDue: 'add' },
  'passkey-to-use': { ...member, passkeyDue: 'use' },
} as const satisfies Record<string, SignedIn>
type SignedInViewer = keyof typeof SIGNED_IN_VIEWERS

/**
 * A kind of person for whom the build renders each page. `unknown` is for a session that could not be looked up: such a
 * page says that access is being verified.
 */
export type Viewer = 'unknown' | 'visitor' | SignedInViewer

const isSignedInViewer = (name: string): name is SignedInViewer => name in SIGNED_IN_VIEWERS
const SIGNED_IN_NAMES = Object.keys(SIGNED_IN_VIEWERS).filter(isSignedInViewer)
export const VIEWERS: readonly Viewer[] = ['unknown', 'visitor', ...SIGNED_IN_NAMES]

/** The kind of whoever has a session. Rare ones, an admin with an unverified email for example, get no page of their own. */
export const viewerOf = ({ user, isConsentDue, passkeyDue }: Session): Viewer =>
  user === null
    ? 'visitor'
    : (SIGNED_IN_NAMES.find(name => {
        const viewer: SignedIn = SIGNED_IN_VIEWERS[name]
        return (
          viewer.role === user.role &&
          viewer.emailVerified === user.emailVerified &&
          viewer.isConsentDue === isConsentDue &&
          viewer.passkeyDue === passkeyDue
        )
      }) ?? 'unknown')
