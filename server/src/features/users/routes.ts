import { changeRole, exportUsers, listUsers } from '@blood-bank/contract/users'
import { exportRecords } from '../../audit/export-records.ts'
import { recordAct } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/connection.ts'
import { isLastAdminError } from '../../database/last-admin.ts'
import { refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import * as store from './store.ts'
import { userForAdmins, userForExport } from './view.ts'

/** Manage Users: the list, its export, and roles. */
export function userRoutes({ http, db, config: { timeZone }, now }: Context): void {
  serve(http, listUsers, async ({ query }) => {
    const { records, next } = await store.listUsers(db, query)
    return { records: records.map(userForAdmins), next }
  })

  serve(http, exportUsers, ({ query, actor }) =>
    exportRecords(db, {
      actorId: actor.id,
      what: 'users',
      now: now(),
      timeZone,
      count: db => store.countUsers(db, query),
      list: (db, place) => store.listUsers(db, { ...query, ...place }),
      rowOf: user => userForExport(user, timeZone),
    }),
  )

  serve(http, changeRole, async ({ params: { id }, body: { role }, actor }) => {
    if (id === actor.id && role !== 'admin') throw refuse('self-demotion')
    try {
      return await inTransaction(db, async db => {
        const user = await store.lockUser(db, id)
        if (!user) throw refuse('user-not-found')
        const changed = await store.setRole(db, id, role)
        const change = { before: { role: user.role }, after: { role } }
        await recordAct(db, { actorId: actor.id, action: 'role-changed', targetId: id, ...change })
        return userForAdmins(changed)
      })
    } catch (error) {
      if (isLastAdminError(error)) throw refuse('last-admin')
      throw error
    }
  })
}
