import {
  addressCorrectedMessage,
  correctAddress,
  SAME_ADDRESS,
} from '@blood-bank/contract/own-account/endpoints'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { serve } from '../access/serve.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { isLastAdminError, lockUser } from '../users/store.ts'
import { createRequireCurrentPassword } from './current-password.ts'
import { type ErasureHooks, eraseAccount } from './erase-account.ts'
import { createRegistration } from './registration.ts'

/**
 * Lets somebody who registered with a wrong address register again with the right one, in one step
 * (docs/decisions/0015). Everything that was sent to the wrong address ends with its account.
 */
export function addressCorrectionRoutes(context: SessionContext, hooks: ErasureHooks): void {
  const { http, db, attemptLimits, sessionCookies, devices, registrations, recordSecurityEvent } = context
  const requireCurrentPassword = createRequireCurrentPassword(context)
  const registration = createRegistration(context)

  serve(http, correctAddress, async ({ body: { email, password }, actor, req, reply }) => {
    if (actor.emailVerified) throw refuse('email-already-verified')
    if (email === actor.email)
      throw refuse('invalid-input', { message: SAME_ADDRESS, fields: { email: SAME_ADDRESS } })
    const passwordHash = await requireCurrentPassword(actor, { password, field: 'password', req })
    const cause = await registration.admit({ email, ip: req.ip })
    const created = await inTransaction(db, async db => {
      const account = await lockUser(db, actor.id)
      if (!account) throw refuse('not-signed-in')
      // Whoever has verified it meanwhile keeps it, with everything in it.
      if (account.emailVerified) throw refuse('email-already-verified')
      // Correcting the address elsewhere hides from nobody where the account was registered.
      const { registeredNetwork } = account
      const created = await registration.store(db, { email, passwordHash, registeredNetwork }, cause)
      await attemptLimits.deleteAttempts(db, actor.email, actor.id)
      await eraseAccount(db, actor, hooks)
      return created
    }).catch((error: unknown) => {
      throw isLastAdminError(error) ? refuse('last-admin') : error
    })
    recordSecurityEvent('account-erased', { userId: actor.id, reason: 'address-corrected' })
    if (created) recordSecurityEvent('registered', { userId: created.id })
    sessionCookies.clear(reply)
    devices.forget(reply, actor.email)
    registrations.set(reply, created)
    return { message: addressCorrectedMessage(email) }
  })
}
