import { isAdmin } from '@blood-bank/contract/actors'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { SAFE_METHODS } from '../../platform/http/origin.ts'

/**
 * Numbers the changes that admins make, so that what is shared among those who ask is never older than what they
 * changed themselves, at whichever server they did. Only admins are shown such things.
 */
export function numberOwnChanges(app: FastifyInstance, db: Database): void {
  // Before the answer leaves: whoever has it may ask at once.
  app.addHook('onSend', async ({ method, actor, log }) => {
    if (SAFE_METHODS.has(method) || !actor || !isAdmin(actor)) return
    try {
      const lastChange = sql<string>`nextval('own_changes')`
      await db.updateTable('users').set({ lastChange }).where('id', '=', actor.id).execute()
    } catch (error) {
      // What was asked for is done; what it is answered with must not depend on this.
      log.warn(error)
    }
  })
}
