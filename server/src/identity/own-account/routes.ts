import {
  EXPORT_FILE_NAME,
  exportOwnAccount,
  tooManyExportsMessage,
} from '@blood-bank/contract/own-account/account-export'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import * as own from '@blood-bank/contract/own-account/endpoints'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashPassword } from '../../platform/secrets/hashes.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { serve } from '../access/serve.ts'
import { personOf } from '../mailboxes/mailbox.ts'
import { requireAcceptablePassword, wrongPasswordRefusal } from '../passwords/password-policy.ts'
import { notifyOfSecurity } from '../passwords/security-notices.ts'
import { changePassword } from '../passwords/store.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { endSessionsOf, setPasswordGivenAt } from '../sessions/store.ts'
import { isLastAdminError } from '../users/store.ts'
import { consentForOwner, insertConsent, listConsentsOf } from './consents.ts'
import { createRequireCurrentPassword } from './current-password.ts'
import { eraseAccount } from './erase-account.ts'

/** The signed-in user's own account: read, export, change or confirm the password, erase. */
export function ownAccountRoutes(context: SessionContext, hooks: AccountHooks): void {
  const { http, db, config, attemptLimits, sessionCookies, devices, now } = context
  const { recordSecurityEvent } = context
  const { tokenOf } = sessionCookies
  const requireCurrentPassword = createRequireCurrentPassword(context)

  serve(http, own.readOwnAccount, async ({ actor: { id, email, createdAt } }) => {
    const [latest] = await listConsentsOf(db, id)
    return { email, createdAt, consent: latest ? consentForOwner(latest) : null }
  })

  serve(http, own.agreeToConsent, async ({ body: { version }, actor: { id } }) => {
    // Nobody agrees to a text that they have not read: the page may be older than the server.
    if (version !== CONSENT.version) throw refuse('consent-text-changed')
    return consentForOwner(await insertConsent(db, id, version))
  })

  serve(http, exportOwnAccount, async ({ actor, req, reply }) => {
    const counter = { limit: 'ownExportsPerMinute', subject: personOf(actor) } as const
    const { isAllowed, retryAfterSeconds } = await attemptLimits.tryTake(db, [counter])
    if (!isAllowed)
      throw refuse('too-many-exports', {
        retryAfterSeconds,
        message: tooManyExportsMessage(retryAfterSeconds),
      })
    reply.header('content-disposition', `attachment; filename="${EXPORT_FILE_NAME}"`)
    // What is stored, not what this session may do.
    return hooks.readExport(db, req.isPasskeyDue || req.isPasswordDue ? { ...actor, role: 'admin' } : actor)
  })

  serve(http, own.changePassword, async ({ body: { currentPassword, newPassword }, actor, req, reply }) => {
    await requireAcceptablePassword(newPassword, config.accounts, 'newPassword')
    const from = await requireCurrentPassword(actor, {
      password: currentPassword,
      field: 'currentPassword',
      req,
    })
    const to = await hashPassword(newPassword)
    const knownSince = await inTransaction(db, async db => {
      const knownSince = await changePassword(db, actor.id, { from, to })
      if (knownSince === null) throw wrongPasswordRefusal('currentPassword')
      await endSessionsOf(db, actor.id, { but: tokenOf(req) })
      await hooks.endNotifications(db, actor.id)
      await notifyOfSecurity(db, 'password-changed', { userId: actor.id, email: actor.email, now: now() })
      return knownSince
    })
    recordSecurityEvent('password-changed', { userId: actor.id })
    devices.remember(reply, actor.email, knownSince)
    return { message: SUCCESS_MESSAGES.passwordChanged }
  })

  serve(http, own.confirmPassword, async ({ body: { password }, actor, req }) => {
    await requireCurrentPassword(actor, { password, field: 'password', req })
    await setPasswordGivenAt(db, { token: tokenOf(req), at: now() })
    recordSecurityEvent('password-confirmed', { userId: actor.id })
    return undefined
  })

  serve(http, own.eraseOwnAccount, async ({ body: { password }, actor, req, reply }) => {
    // Whoever has an admin's mailbox can reset the password, but must not take the admin from the site.
    if (req.isPasskeyDue) throw refuse('admin-passkey-needed')
    await requireCurrentPassword(actor, { password, field: 'password', req })
    const isErased = await inTransaction(db, async db => {
      await hooks.beforeErasingOwn(db, actor.id)
      const isErased = await eraseAccount(db, actor, hooks)
      await attemptLimits.deleteAttempts(db, actor.email, actor.id)
      return isErased
    }).catch((error: unknown) => {
      throw isLastAdminError(error) ? refuse('last-admin') : error
    })
    if (!isErased) throw refuse('not-signed-in')
    recordSecurityEvent('account-erased', { userId: actor.id })
    sessionCookies.clear(reply)
    devices.forget(reply, actor.email)
    return { message: SUCCESS_MESSAGES.accountErased }
  })
}
