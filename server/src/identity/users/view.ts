import type { CsvRow } from '@blood-bank/contract/csv'
import {
  EMAIL_STATUS_LABELS,
  type exportUsers,
  type Suspension,
  type UserRecord,
} from '@blood-bank/contract/users/endpoints'
import { formatCsvTime } from '../../platform/clock/local-time.ts'
import type { UserRow } from './store.ts'
import type { SuspensionRow, UserWithSuspension } from './suspensions.ts'

export const userForAdmins = (user: UserWithSuspension): UserRecord => ({
  id: user.id,
  email: user.email,
  role: user.role,
  emailVerified: user.emailVerified,
  createdAt: user.createdAt.toISOString(),
  suspension: user.suspension && suspensionForReading(user.suspension),
})

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
