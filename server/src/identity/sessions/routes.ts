import { preparePasskeySignIn, signInWithPasskey } from '@blood-bank/contract/passkeys/endpoints'
import {
  endOtherSessions,
  listOtherSessions,
  readSession,
  signIn,
  signOut,
} from '@blood-bank/contract/sessions/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyReply } from 'fastify'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashPassword, verifyPassword } from '../../platform/secrets/password-hash.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { serve } from '../access/serve.ts'
import { optionsForUse } from '../passkeys/options.ts'
import { setSessionPasskey } from '../passkeys/store.ts'
import { revokeDeviceCookies } from './known-devices.ts'
import type { SessionContext } from './session-context.ts'
import { readSessionOf } from './session-of.ts'
import { type SessionOrigin, startSession } from './start-session.ts'
import { endSession, endSessionsOf, hasEndedByRoleChange, listOtherSessionsOf } from './store.ts'
import { otherSessionForOwner } from './view.ts'

/** Sign-in, sign-out, the current session and the other sessions of the user. */
export function sessionRoutes(
  context: SessionContext,
  { endNotifications }: Pick<AccountHooks, 'endNotifications'>,
): void {
  const { http, db, config, sessionCookies, attemptPassword, devices, recordSecurityEvent } = context
  const { passkeyChallenges, attemptPasskey } = context
  const { tokenOf, originOf } = sessionCookies

  const finishSignIn = (
    reply: FastifyReply,
    signedIn: SignedIn,
    { isPasskeyDue }: { isPasskeyDue: boolean },
  ) => {
    sessionCookies.set(reply, signedIn.token)
    devices.remember(reply, signedIn.user.email, signedIn.devicesKnownSince)
    // A suspended user's session may export and erase the account (contract, `allowsSuspended`).
    if (signedIn.isSuspended) throw refuse('account-suspended')
    return readSessionOf(context, { user: signedIn.user, isPasskeyDue })
  }

  serve(http, readSession, async ({ actor, req }) => {
    const token = actor === null ? tokenOf(req) : null
    if (token !== null && (await hasEndedByRoleChange(db, token)))
      return { user: null, endedBecause: 'role-changed' as const }
    const { isPasskeyDue, isPasswordDue } = req
    return readSessionOf(context, { user: actor, isPasskeyDue, isPasswordDue })
  })

  serve(http, signIn, async ({ body, req, reply }) => {
    const email = storableText(body.email)
    const device = await devices.find(req, email)
    const origin = device ? { device: device.nonce } : { address: req.ip }
    const signedIn = await attemptPassword({ email, origin }, async () => {
      const { userId, signedIn } = await signInWithPassword(db, {
        email,
        password: body.password,
        maxSessions: config.limits.sessionsPerAccount,
        ...originOf(req),
      })
      recordSecurityEvent(signedIn ? 'signed-in' : 'sign-in-failed', { userId })
      return signedIn
    })
    if (!signedIn) throw refuse('wrong-credentials')
    const isPasskeyDue = config.accounts.adminsNeedPasskey && signedIn.user.role === 'admin'
    return finishSignIn(reply, signedIn, { isPasskeyDue })
  })

  serve(http, preparePasskeySignIn, async () =>
    optionsForUse(passkeyChallenges.create({ purpose: 'sign-in' }), config.passkeys),
  )

  serve(http, signInWithPasskey, async ({ body, req, reply }) => {
    const attempt = { use: { purpose: 'sign-in' }, address: req.ip } as const
    const signedIn = await attemptPasskey(body, attempt, async (db, { passkeyId, user }) => {
      const { devicesKnownSince, createdAt, ...rest } = user
      const session = await startSession(db, {
        userId: user.id,
        maxSessions: config.limits.sessionsPerAccount,
        ...originOf(req),
      })
      if (!session) throw refuse('passkey-not-accepted')
      await setSessionPasskey(db, session.token, passkeyId)
      return { ...session, devicesKnownSince, user: { ...rest, createdAt: createdAt.toISOString() } }
    })
    recordSecurityEvent('signed-in', { userId: signedIn.user.id, isPasskey: true })
    return finishSignIn(reply, signedIn, { isPasskeyDue: false })
  })

  serve(http, signOut, async ({ req, reply }) => {
    const token = tokenOf(req)
    if (token) await endSession(db, token)
    sessionCookies.clear(reply)
    return undefined
  })

  serve(http, listOtherSessions, async ({ actor, req, query }) => {
    const others = {
      userId: actor.id,
      exceptToken: sessionCookies.requireTokenOf(req),
      idleDays: config.limits.sessionIdleDays,
    }
    const { records, next } = await listOtherSessionsOf(db, others, query)
    return { records: records.map(otherSessionForOwner), next }
  })

  serve(http, endOtherSessions, async ({ actor: { id, email }, req, reply }) => {
    const device = await devices.find(req, email)
    // A device cookie answers alerts without a session, and one of those browsers may be lost.
    const knownSince = await inTransaction(db, async db => {
      const knownSince = await revokeDeviceCookies(db, id)
      await endSessionsOf(db, id, { but: tokenOf(req) })
      await endNotifications(db, id, { but: device?.nonce ?? null })
      return knownSince
    })
    // A session must not make browsers known: each has attempts of its own.
    if (device) devices.remember(reply, email, knownSince, device.nonce)
    return undefined
  })
}

/** PostgreSQL rejects NUL and lone surrogates. No address contains them or their replacement, so none is confused. */
const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

type Attempt = SessionOrigin & { email: string; password: string; maxSessions: number }

/** A session that was started, and whose it is. */
type SignedIn = { token: string; isSuspended: boolean; user: User; devicesKnownSince: Date }

/**
 * Starts a session if the password is correct; otherwise `signedIn` is null. `userId` is null when the address has no
 * account. An unknown address also costs a password hash, so that the response time does not reveal it.
 */
async function signInWithPassword(
  db: Database,
  { email, password, ...session }: Attempt,
): Promise<{ userId: string | null; signedIn: SignedIn | null }> {
  const found = await findAccount(db, email)
  if (!found) {
    await hashPassword(password)
    return { userId: null, signedIn: null }
  }
  const { hash, createdAt, devicesKnownSince, ...user } = found
  const failed = { userId: user.id, signedIn: null }
  if (!(await verifyPassword({ hash, password }))) return failed
  const started = await startSession(db, { userId: user.id, ...session })
  if (!started) return failed
  if (!(await verifyPasswordUnchanged(db, user.id, devicesKnownSince))) {
    await endSession(db, started.token)
    return failed
  }
  const signedIn = { ...started, devicesKnownSince, user: { ...user, createdAt: createdAt.toISOString() } }
  return { userId: user.id, signedIn }
}

const findAccount = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.userId', 'users.id')
    .select(['users.id', 'email', 'role', 'emailVerified', 'users.createdAt', 'devicesKnownSince'])
    .select('credentials.password as hash')
    .where('email', '=', email)
    .executeTakeFirst()

/**
 * Checks that the password was not replaced during the sign-in. A concurrent change or reset has ended the sessions that
 * existed then; the session just started with the old password must end, too.
 */
async function verifyPasswordUnchanged(db: Database, userId: string, devicesKnownSince: Date) {
  const user = await db
    .selectFrom('users')
    .select('devicesKnownSince')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.devicesKnownSince.getTime() === devicesKnownSince.getTime()
}
