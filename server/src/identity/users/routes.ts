import {
  allowSecondAccount,
  changeRole,
  exportUsers,
  liftSuspension,
  listUsers,
  suspendUser,
} from '@blood-bank/contract/users/administration'
import { endCoordinator, nameCoordinator } from '@blood-bank/contract/users/coordinators'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import type { Context } from '../access/context.ts'
import { serve } from '../access/serve.ts'
import { exportRecords } from '../audit/export-records.ts'
import { recordAction } from '../audit/record-action.ts'
import { assignRole } from './assign-role.ts'
import * as coordinators from './coordinators.ts'
import * as store from './store.ts'
import { isLastAdminError } from './store.ts'
import * as suspensions from './suspensions.ts'
import { userForAdmins, userForExport, usersForAdmins } from './view.ts'

/** Manage Users: list, export, roles, suspensions. */
export function userRoutes(
  { http, db, config: { accounts, timeZone }, recordSecurityEvent, now }: Context,
  { hideRecords, requireHall }: Pick<AccountHooks, 'hideRecords' | 'requireHall'>,
): void {
  const viewing = { accounts, timeZone, now }

  serve(http, listUsers, async ({ query }) => {
    const page = await store.listUsers(db, query)
    return { ...page, records: await usersForAdmins(db, page.records, viewing) }
  })

  serve(http, exportUsers, ({ query, actor }) =>
    exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'users',
      now: now(),
      timeZone,
      list: (db, place) => store.listUsers(db, { ...query, ...place }),
      rowOf: user => userForExport(user, timeZone),
    }),
  )

  serve(http, changeRole, async ({ params: { id }, body: { role }, actor }) => {
    if (id === actor.id && role !== 'admin') throw refuse('self-demotion')
    try {
      const { before, changed } = await inTransaction(db, async db => {
        const before = await store.lockUser(db, id)
        if (!before) throw refuse('user-not-found')
        const changed = await assignRole(db, before, role)
        if (before.role !== role) {
          const change = { before: { role: before.role }, after: { role } }
          await recordAction(db, { actorId: actor.id, action: 'role-changed', targetId: id, ...change })
        }
        return { before, changed }
      })
      if (before.role !== role) recordSecurityEvent('role-changed', { actorId: actor.id, userId: id, role })
      return userForAdmins(db, changed, viewing)
    } catch (error) {
      if (isLastAdminError(error)) throw refuse('last-admin')
      throw error
    }
  })

  serve(http, allowSecondAccount, async ({ params: { id }, actor }) => {
    const user = await inTransaction(db, async db => {
      const user = await store.lockUser(db, id)
      if (!user) throw refuse('user-not-found')
      if (!(await userForAdmins(db, user, viewing)).isSecondAccount) throw refuse('not-a-second-account')
      await recordAction(db, {
        actorId: actor.id,
        action: 'second-account-allowed',
        targetId: id,
        before: null,
        after: null,
      })
      return store.allowToShareMailbox(db, id)
    })
    recordSecurityEvent('second-account-allowed', { actorId: actor.id, userId: id })
    return userForAdmins(db, user, viewing)
  })

  serve(http, suspendUser, async ({ params: { id }, body, actor }) => {
    const change = { userId: id, actorId: actor.id, hideRecords, now: now() }
    const user = await inTransaction(db, db => suspensions.suspend(db, body, change))
    recordSecurityEvent('suspended', { actorId: actor.id, userId: id, reason: body.reason })
    return userForAdmins(db, user, viewing)
  })

  serve(http, liftSuspension, async ({ params: { id }, actor }) => {
    const change = { userId: id, actorId: actor.id, hideRecords }
    const { user, reason } = await inTransaction(db, db => suspensions.liftSuspension(db, change))
    recordSecurityEvent('suspension-lifted', { actorId: actor.id, userId: id, reason })
    return userForAdmins(db, user, viewing)
  })

  serve(http, nameCoordinator, async ({ params: { id }, body, actor }) => {
    const change = { userId: id, actorId: actor.id, now: now(), timeZone, requireHall }
    const user = await inTransaction(db, db => coordinators.nameCoordinator(db, body, change))
    recordSecurityEvent('coordinator-named', { actorId: actor.id, userId: id, until: body.until })
    return userForAdmins(db, user, viewing)
  })

  serve(http, endCoordinator, async ({ params: { id }, actor }) => {
    const change = { userId: id, actorId: actor.id, now: now(), timeZone }
    const user = await inTransaction(db, db => coordinators.endCoordinator(db, change))
    recordSecurityEvent('coordinator-ended', { actorId: actor.id, userId: id })
    return userForAdmins(db, user, viewing)
  })
}
