import { findUserByEmail } from '../../identity/users/store.ts'
import type { Database } from '../../platform/database/connection.ts'
import { drawCampus } from './campus.ts'
import { LOGINS } from './logins.ts'
import { storeCampus } from './store-campus.ts'

const known = Object.values(LOGINS)

/**
 * Fills an empty database with the campus; a campus that is there already stays as people left it.
 * @returns what to tell whoever started the demo
 * @throws when the database holds anything else
 */
export async function seedDemo(db: Database, now: Date): Promise<string[]> {
  if (!(await isCampus(db))) {
    await requireEmpty(db)
    await storeCampus(db, drawCampus({ now }))
  }
  return [
    'This is the demo: everybody in it is made up. Sign in as',
    ...known.map(({ email, password, who }) => `  ${email.padEnd(22)} ${password.padEnd(18)} ${who}`),
  ]
}

/** Any one of them tells: people may have erased the others. */
async function isCampus(db: Database) {
  const found = await Promise.all(known.map(({ email }) => findUserByEmail(db, email)))
  return found.some(user => user !== null)
}

/** Everything that people store belongs to a user. */
async function requireEmpty(db: Database) {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error(
      'The demo fills an empty database only, and this one has members. Choose another DATA_DIR or DATABASE_URL.',
    )
}
