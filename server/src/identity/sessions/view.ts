import type { OtherSession, SessionTimes } from '@blood-bank/contract/sessions'
import type { SessionRow } from './store.ts'

/** A session for its owner: never its token, which would open it. */
export const sessionTimes = ({ createdAt, lastUsedAt, expiresAt }: SessionRow): SessionTimes => ({
  startedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  endsAt: expiresAt.toISOString(),
})

/** The same as a record of a list. */
export const otherSessionForOwner = (row: SessionRow): OtherSession => ({
  id: row.id,
  ...sessionTimes(row),
})

/** The same with where it was opened from, for an export. */
export const sessionForExport = (row: SessionRow) => ({
  ...sessionTimes(row),
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
})
