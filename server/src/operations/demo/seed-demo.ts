import { findUserByEmail } from '../../identity/users/store.ts'
import type { Database } from '../../platform/database/connection.ts'
import { drawCampus } from './campus.ts'
import { LOGINS } from './logins.ts'
import { storeCampus } from './store-campus.ts'

const logins = Object.values(LOGINS)

/**
 * Fills an empty database with the demo campus; an existing campus is not changed.
 * @returns lines for the startup message, with the demo logins
 * @throws when the database contains anything else
 */
export async function seedDemo(db: Database, now: Date): Promise<string[]> {
  if (!(await isCampus(db))) {
    await requireEmpty(db)
    await storeCampus(db, drawCampus({ now }), now)
  }
  return [
    'This is the demo. All people in it are fictional. Demo logins:',
    ...logins.map(({ email, password, who }) => `  ${email.padEnd(22)} ${password.padEnd(18)} ${who}`),
  ]
}

/** One account is enough: the others may have been erased. */
async function isCampus(db: Database) {
  const found = await Promise.all(logins.map(({ email }) => findUserByEmail(db, email)))
  return found.some(user => user !== null)
}

/** Where nobody has registered there is no record of anybody, though a server may have been started. */
async function requireEmpty(db: Database) {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error(
      'The demo needs an empty database, and this one has members. Choose another DATA_DIR or DATABASE_URL.',
    )
}
