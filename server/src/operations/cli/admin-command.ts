import { assignRole } from '../../identity/users/assign-role.ts'
import { isLastAdminError } from '../../identity/users/last-admin.ts'
import { listAdminEmails, lockUserByEmail } from '../../identity/users/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refuse.ts'

const USAGE = 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list'

/**
 * Grants, revokes and lists the admin role.
 * @param print prints one line
 * @returns the exit code: 0 success, 1 refused, 2 wrong usage
 */
export async function runAdmin(
  db: Database,
  [verb, address]: string[],
  print: (line: string) => void,
): Promise<0 | 1 | 2> {
  const email = address?.trim().toLowerCase()
  if (verb === 'list' && !email) {
    const admins = await listAdminEmails(db)
    print(admins.length > 0 ? admins.join('\n') : 'There is no admin yet.')
    return 0
  }
  if ((verb !== 'grant' && verb !== 'revoke') || !email) {
    print(USAGE)
    return 2
  }
  try {
    const isDone = await inTransaction(db, async db => {
      const user = await lockUserByEmail(db, email)
      if (user) await assignRole(db, user, verb === 'grant' ? 'admin' : 'user')
      return user !== null
    })
    if (isDone) {
      print(verb === 'grant' ? `${email} is now an admin.` : `${email} is no longer an admin.`)
      return 0
    }
    print(`No account has the address ${email}. Register it in the browser first.`)
  } catch (error) {
    if (error instanceof Refusal) {
      print(`${email} is not verified. ${error.message}`)
      return 1
    }
    if (!isLastAdminError(error)) throw error
    print(`${email} is the last admin. Grant the role to somebody else first.`)
  }
  return 1
}
