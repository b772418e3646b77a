import type { CsvRow } from '@blood-bank/contract/csv'
import { EMAIL_STATUS_LABELS, type exportUsers, type User } from '@blood-bank/contract/users'
import { csvMoment } from '../../http/csv-moment.ts'
import type { UserRow } from './store.ts'

export const userForAdmins = (user: UserRow): User => ({
  id: user.id,
  email: user.email,
  role: user.role,
  emailVerified: user.emailVerified,
  createdAt: user.createdAt.toISOString(),
})

/** A user as a line of a table. */
export const userForExport = (
  user: UserRow,
  timeZone: string,
): CsvRow<(typeof exportUsers)['reply']['csv'][number]> => ({
  Email: user.email,
  'User ID': user.id,
  Role: user.role,
  'Email Status': EMAIL_STATUS_LABELS[`${user.emailVerified}`],
  Created: csvMoment(user.createdAt, timeZone),
})
