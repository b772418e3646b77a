import { preparePasskeySignIn, signInWithPasskey } from '@blood-bank/contract/passkeys/endpoints'
import {
  endOtherSessions,
  listOtherSessions,
  readSession,
  signIn,
  signOut,
} from '@blood-bank/contract/sessions/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, firstOrNull, inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashPassword, verifyPassword } from '../../platform/secrets/hashes.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { serve } from '../access/serve.ts'
import { optionsForUse } from '../passkeys/options.ts'
import { lockOwner, type PasskeyOwner, setSessionPasskey } from '../passkeys/store.ts'
import { revokeDeviceCookies } from './known-devices.ts'
import type { SessionContext } from './session-context.ts'
import {
  endSession,
  endSessionsOf,
  hasEndedByRoleChange,
  listOtherSessionsOf,
  startSession,
} from './store.ts'
import { otherSessionForOwner, readSessionOf } from './view.ts'

/** Sign-in, sign-out, the current session and the other sessions of the user. */
export function sessionRoutes(
  context: SessionContext,
  { endNotifications }: Pick<AccountHooks, 'endNotifications'>,
): void {
  const { http, db, config, sessionCookies, attemptPassword, devices, recordSecurityEvent } = context
  const { passkeyChallenges, attemptPasskey } = context
  const { tokenOf, originOf } = sessionCookies
  const maxSessions = config.limits.sessionsPerAccount

  /** Starts a session for whoever entered the password; null if it was replaced, or the account erased, meanwhile. */
  const signInTo = ({ id, devicesKnownSince }: Account, req: FastifyRequest): Promise<SignedIn | null> =>
    inTransaction(db, async db => {
      const user = await lockOwner(db, id)
      // A change of the password changes this time, and ends the sessions that exist then.
      if (user?.devicesKnownSince.getTime() !== devicesKnownSince.getTime()) return null
      return { user, token: await startSession(db, user, { ...originOf(req), maxSessions }) }
    })

  const finishSignIn = (
    reply: FastifyReply,
    signedIn: SignedIn,
    { isPasskeyDue }: { isPasskeyDue: boolean },
  ) => {
    sessionCookies.set(reply, signedIn.token)
    devices.remember(reply, signedIn.user.email, signedIn.user.devicesKnownSince)
    // A suspended user's session may export and erase the account (contract, `allowsSuspended`).
    if (signedIn.user.suspendedAt) throw refuse('account-suspended')
    const { id, email, role, emailVerified, createdAt } = signedIn.user
    const user = { id, email, role, emailVerified, createdAt: createdAt.toISOString() }
    return readSessionOf(context, { user, isPasskeyDue })
  }

  serve(http, readSession, async ({ actor, req }) => {
    const token = actor === null ? tokenOf(req) : null
    if (token !== null && (await hasEndedByRoleChange(db, token)))
      return { user: null, endedBecause: 'role-changed' as const }
    const { isPasskeyDue, isPasswordDue, coordinatorRight } = req
    return readSessionOf(context, { user: actor, isPasskeyDue, isPasswordDue, coordinatorRight })
  })

  serve(http, signIn, async ({ body, req, reply }) => {
    const email = storableText(body.email)
    const device = await devices.find(req, email)
    const origin = device ? { device: device.nonce } : { address: req.ip }
    const signedIn = await attemptPassword({ email, origin }, async () => {
      const account = await findAccount(db, email)
      const isCorrect = await isPasswordOf(account, body.password)
      const signedIn = account && isCorrect ? await signInTo(account, req) : null
      recordSecurityEvent(signedIn ? 'signed-in' : 'sign-in-failed', { userId: account?.id ?? null })
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
      const token = await startSession(db, user, { ...originOf(req), maxSessions })
      await setSessionPasskey(db, token, passkeyId)
      return { user, token }
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

/** A session that was started, and whose it is. */
type SignedIn = { user: PasskeyOwner; token: string }

type Account = { id: string; hash: string; devicesKnownSince: Date }

const findAccount = (db: Database, email: string): Promise<Account | null> =>
  firstOrNull(
    db
      .selectFrom('users')
      .innerJoin('credentials', 'credentials.userId', 'users.id')
      .select(['users.id', 'devicesKnownSince', 'credentials.password as hash'])
      .where('email', '=', email),
  )

/** An unknown address also costs a password hash, so that the response time does not reveal it. */
async function isPasswordOf(account: Account | null, password: string): Promise<boolean> {
  if (account) return verifyPassword({ hash: account.hash, password })
  await hashPassword(password)
  return false
}
