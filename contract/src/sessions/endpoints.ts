import * as z from 'zod/mini'
import { endpoint, READ_SESSION, SIGN_OUT } from '../endpoint.ts'
import { Id, maxLength, withRequired } from '../forms.ts'
import { page, pageQuery } from '../listing.ts'
import { CurrentPassword } from '../passwords/accounts.ts'
import { cleanEmail } from '../typed-text/clean.ts'
import { Coordination, User } from '../users/endpoints.ts'

/** An address to look up, not to store. It may be malformed: then it belongs to no account. */
const TypedEmail = z
  .string('Email is required.')
  .check(
    z.overwrite(cleanEmail),
    z.toLowerCase(),
    maxLength(1000, 'Email must be at most 1000 characters long.'),
    z.minLength(1, 'Email is required.'),
  )

export const SignInForm = withRequired(
  z.strictObject({
    email: TypedEmail,
    password: CurrentPassword,
  }),
  { required: ['email', 'password'], missing: 'Please enter your email address and your password.' },
)

/**
 * The message of `too-many-attempts` for sign-in: how long to wait, and what helps at once. The attempts may be under way
 * still, or have been made at other accounts, so it does not call the passwords wrong.
 */
export function signInPausedMessage(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const pause = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many attempts. Try again in ${pause}, or set a new password at once with “Forgot your password?”.`
}

/** The user who is signed in, or null. */
export const Session = z.object({
  user: z.nullable(User),
  /** True if the user has not agreed to the current text about their data yet; missing otherwise. */
  isConsentDue: z.optional(z.literal(true)),
  /**
   * What an admin of a site where admins need a passkey must do first: add one, or use one in this session. Until then
   * `user` has the role of a member. Missing for everybody else.
   */
  passkeyDue: z.optional(z.enum(['add', 'use'])),
  /**
   * True for somebody who was made an admin since they gave their password in this session; until they do, `user` has the
   * role of a member. Missing for everybody else.
   */
  isPasswordDue: z.optional(z.literal(true)),
  /** Of a coordinator whose right has not ended; missing for everybody else, admins too. */
  coordinator: z.optional(Coordination),
  /** Why this browser's session has ended, for a day at most; missing where the reason is not told. */
  endedBecause: z.optional(z.literal('role-changed')),
})
export type Session = z.infer<typeof Session>

export const readSession = endpoint({
  ...READ_SESSION,
  access: 'everyone',
  summary: 'Who is signed in, as the database has it now.',
  reply: { status: 200, body: Session },
})

export const signIn = endpoint({
  method: 'POST',
  path: READ_SESSION.path,
  access: 'everyone',
  summary: 'Sign in; a session that the browser had before ends.',
  body: SignInForm,
  reply: { status: 201, body: Session },
  refusals: ['wrong-credentials', 'account-suspended', 'too-many-attempts'],
})

export const signOut = endpoint({
  ...SIGN_OUT,
  access: 'everyone',
  summary: 'Sign out; without a session nothing happens.',
  reply: { status: 204 },
})

/**
 * A session as its owner sees it, without its token: when it began, when it was last used (to the hour), and when it
 * ends at the latest; an unused session ends earlier.
 */
export const SessionTimes = z.object({
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})
export type SessionTimes = z.infer<typeof SessionTimes>

/** A session on another device or in another browser. */
export const OtherSession = z.extend(SessionTimes, { id: Id })
export type OtherSession = z.infer<typeof OtherSession>

export const listOtherSessions = endpoint({
  method: 'GET',
  path: '/api/sessions/others',
  access: 'signed-in',
  summary: 'My sessions on other devices and in other browsers, newest first.',
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: page(OtherSession) },
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions/others',
  access: 'signed-in',
  summary: 'End all my sessions but this one, and notifications in other browsers.',
  reply: { status: 204 },
})
