import type { CsvRow } from '@blood-bank/contract/endpoint'
import {
  EMAIL_STATUS_LABELS,
  type exportUsers,
  type Suspension,
  type UserRecord,
} from '@blood-bank/contract/users/administration'
import type { Config } from '../../config.ts'
import { formatCsvTime } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { coordinationForReading, findCoordinators } from '../coordinators/store.ts'
import { findUsedMailboxes, type UserRow } from './store.ts'
import { findSuspensions, type SuspensionRow } from './suspensions.ts'
import { hasOneAccountPerMailbox } from './verifying.ts'

type Viewing = Pick<Config, 'accounts' | 'timeZone'> & { now: () => Date }

/** Users as admins see them. Reads suspensions only if one of them is suspended, and mailboxes only where one has one account. */
export async function usersForAdmins(
  db: Database,
  users: UserRow[],
  { accounts, timeZone, now }: Viewing,
): Promise<UserRecord[]> {
  const suspended = users.filter(({ suspendedAt }) => suspendedAt !== null).map(({ id }) => id)
  const suspensions = suspended.length > 0 ? await findSuspensions(db, suspended) : new Map<string, never>()
  const refused = hasOneAccountPerMailbox(accounts)
    ? users.filter(({ emailVerified, mayShareMailbox }) => !emailVerified && !mayShareMailbox)
    : []
  const usedMailboxes = await findUsedMailboxes(
    db,
    refused.map(({ mailbox }) => mailbox),
  )
  const coordinators = await findCoordinators(
    db,
    users.map(({ id }) => id),
    now(),
  )
  return users.map(user => {
    const suspension = suspensions.get(user.id)
    const coordinator = coordinators.get(user.id)
    return {
      id: user.id,
      email: user.email,
      role: user.role,
      emailVerified: user.emailVerified,
      createdAt: user.createdAt.toISOString(),
      suspension: suspension ? suspensionForReading(suspension) : null,
      coordinator: coordinator ? coordinationForReading(coordinator, timeZone) : null,
      isSecondAccount: refused.includes(user) && usedMailboxes.has(user.mailbox),
    }
  })
}

export const userForAdmins = async (db: Database, user: UserRow, viewing: Viewing): Promise<UserRecord> =>
  (await usersForAdmins(db, [user], viewing))[0] as UserRecord

/** A suspension for admins, and for the user in the account export. */
export const suspensionForReading = ({ reason, note, suspendedAt }: SuspensionRow): Suspension => ({
  reason,
  note,
  suspendedAt: suspendedAt.toISOString(),
})

/** A user as a CSV row. */
export const userForExport = (
  user: UserRow,
  timeZone: string,
): CsvRow<(typeof exportUsers)['reply']['csv'][number]> => ({
  Email: user.email,
  'User ID': user.id,
  Role: user.role,
  'Email Status': EMAIL_STATUS_LABELS[`${user.emailVerified}`],
  Created: formatCsvTime(user.createdAt, timeZone),
  Suspended: user.suspendedAt && formatCsvTime(user.suspendedAt, timeZone),
})
