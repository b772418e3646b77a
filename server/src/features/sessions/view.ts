import type { SessionTimes } from '@blood-bank/contract/sessions'
import type { SessionRow } from './store.ts'

/** A session for its owner: never its token, which would open it. */
export const sessionForOwner = ({ createdAt, expiresAt }: SessionRow): SessionTimes => ({
  startedAt: createdAt.toISOString(),
  endsAt: expiresAt.toISOString(),
})

/** The same with where it was opened from, for an export. */
export const sessionForExport = (row: SessionRow) => ({
  ...sessionForOwner(row),
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
})
