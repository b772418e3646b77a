import type { DonorForm } from '@blood-bank/contract/donors/profile'
import * as claims from '@blood-bank/contract/kept-donors/claims'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../identity/access/serve.ts'
import { createRequireLinkPassword } from '../../../identity/passwords/link-password.ts'
import { requireAcceptablePassword } from '../../../identity/passwords/password-policy.ts'
import type { SessionContext } from '../../../identity/sessions/session-context.ts'
import { startSession } from '../../../identity/sessions/store.ts'
import { readSessionOf } from '../../../identity/sessions/view.ts'
import { findUser, findUserByEmail, type UserRow } from '../../../identity/users/store.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { hashPassword } from '../../../platform/secrets/hashes.ts'
import { profileToStore } from '../../donors/profile-form.ts'
import type { OptOuts } from '../opt-outs.ts'
import { lockNumbers } from '../store.ts'
import { type ClaimHooks, claimForUser, createClaimedAccount } from './claiming.ts'
import { findImportedDonor, takeImportedDonor } from './store.ts'
import { importedDonorForOwner } from './view.ts'

/**
 * What the link in the mail to an imported donor leads to: read what the list says, register with it, or erase it. The
 * token is in the body, as URLs get into logs.
 */
export function claimRoutes(context: SessionContext, hooks: ClaimHooks, optOuts: OptOuts): void {
  const { http, db, config, now, today, sessionCookies, devices, hashNetwork, recordSecurityEvent } = context
  const { defaultPhoneCountry: country } = config
  const requireLinkPassword = createRequireLinkPassword(context)
  const toStore = (form: DonorForm) => profileToStore(form, { country, today: today() })

  async function requireImportedDonor(token: string) {
    const donor = await findImportedDonor(db, { token, now: now() })
    if (!donor) throw refuse('claim-link-not-valid')
    return donor
  }

  /** How the session of a claim is started. */
  const originOf = (req: FastifyRequest) => ({
    ...sessionCookies.originOf(req),
    maxSessions: config.limits.sessionsPerAccount,
  })

  function finishSignIn(reply: FastifyReply, user: UserRow, token: string) {
    recordSecurityEvent('signed-in', { userId: user.id })
    sessionCookies.set(reply, token)
    devices.remember(reply, user.email, user.devicesKnownSince)
    const { id, email, role, createdAt } = user
    return readSessionOf(context, {
      user: { id, email, role, emailVerified: true, createdAt: createdAt.toISOString() },
      isPasskeyDue: config.accounts.adminsNeedPasskey && role === 'admin',
    })
  }

  async function neededPassword(email: string, actor: User | null): Promise<claims.ClaimPassword> {
    const account = await findUserByEmail(db, email)
    if (!account) return 'new'
    return account.id === actor?.id ? 'none' : 'current'
  }

  serve(http, claims.readImportedDonor, async ({ body: { token }, actor }) => {
    const donor = await requireImportedDonor(token)
    return {
      ...importedDonorForOwner(donor, { country }),
      password: await neededPassword(donor.email, actor),
    }
  })

  serve(http, claims.claimWithNewAccount, async ({ body: { token, password, ...form }, req, reply }) => {
    const { email } = await requireImportedDonor(token)
    if (await findUserByEmail(db, email)) throw refuse('claim-account-changed')
    await requireAcceptablePassword(password, config.accounts, 'password')
    const passwordHash = await hashPassword(password)
    const account = { email, passwordHash, registeredNetwork: hashNetwork(req.ip) }
    const claim = { token, form: toStore(form), now: now(), hooks, accounts: config.accounts }
    const { user, sessionToken } = await inTransaction(db, async db => {
      const user = await createClaimedAccount(db, account, claim)
      return { user, sessionToken: await startSession(db, user, originOf(req)) }
    })
    recordSecurityEvent('registered', { userId: user.id })
    recordSecurityEvent('email-verified', { userId: user.id })
    return finishSignIn(reply, user, sessionToken)
  })

  serve(http, claims.claimForAccount, async ({ body, actor, req, reply }) => {
    const { token, password, ...form } = body
    const { email } = await requireImportedDonor(token)
    const owner = await findUserByEmail(db, email)
    const account = owner && (await findUser(db, owner.id))
    if (!account) throw refuse('claim-account-changed')
    const isSignedIn = actor?.id === account.id
    if (!isSignedIn) await requireLinkPassword({ userId: account.id, email }, { password, req })
    const claim = { token, form: toStore(form), now: now(), hooks, accounts: config.accounts }
    const claimed = await inTransaction(db, async db => {
      const user = await claimForUser(db, account, claim)
      const sessionToken = user && !isSignedIn ? await startSession(db, user, originOf(req)) : null
      return user && { user, sessionToken }
    })
    // Thrown after what the list says was erased: the person has a profile of their own.
    if (!claimed) throw refuse('already-a-donor')
    if (!account.emailVerified) recordSecurityEvent('email-verified', { userId: account.id })
    if (claimed.sessionToken !== null) return finishSignIn(reply, claimed.user, claimed.sessionToken)
    return readSessionOf(context, {
      user: actor && { ...actor, emailVerified: true },
      isPasskeyDue: req.isPasskeyDue,
      isPasswordDue: req.isPasswordDue,
    })
  })

  serve(http, claims.eraseImportedDonor, async ({ body: { token } }) => {
    const { contactNumber } = await requireImportedDonor(token)
    await inTransaction(db, async db => {
      await lockNumbers(db, [contactNumber])
      const erased = await takeImportedDonor(db, { token, now: now() })
      if (!erased) throw refuse('claim-link-not-valid')
      await optOuts.record(db, [erased.email, ...(erased.consentKind ? [erased.contactNumber] : [])], now())
    })
    return { message: claims.IMPORTED_DONOR_ERASED }
  })
}
