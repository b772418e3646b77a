import { liftSuspension, suspendUser } from '@blood-bank/contract/users/endpoints'
import { inTransaction } from '../../platform/database/connection.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import type { Context } from '../access/context.ts'
import { serve } from '../access/serve.ts'
import * as suspensions from './suspensions.ts'
import { userForAdmins } from './view.ts'

/** Suspends users and lifts suspensions. */
export function suspensionRoutes(
  { http, db, config, recordSecurityEvent, now }: Context,
  { hideRecords }: Pick<AccountHooks, 'hideRecords'>,
): void {
  serve(http, suspendUser, async ({ params: { id }, body, actor }) => {
    const change = { userId: id, actorId: actor.id, hideRecords, now: now() }
    const user = await inTransaction(db, db => suspensions.suspend(db, body, change))
    recordSecurityEvent('suspended', { actorId: actor.id, userId: id, reason: body.reason })
    return userForAdmins(db, user, config.accounts)
  })

  serve(http, liftSuspension, async ({ params: { id }, actor }) => {
    const change = { userId: id, actorId: actor.id, hideRecords }
    const { user, reason } = await inTransaction(db, db => suspensions.liftSuspension(db, change))
    recordSecurityEvent('suspension-lifted', { actorId: actor.id, userId: id, reason })
    return userForAdmins(db, user, config.accounts)
  })
}
