import type { OtherSession, SessionTimes } from '@blood-bank/contract/sessions/endpoints'
import type { SessionRow } from './store.ts'

/** The times of a session; never its token, which would give access to it. */
const sessionTimes = ({ createdAt, lastUsedAt, expiresAt }: SessionRow): SessionTimes => ({
  startedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  endsAt: expiresAt.toISOString(),
})

/** A session for the list of the owner's other sessions. */
export const otherSessionForOwner = (row: SessionRow): OtherSession => ({
  id: row.id,
  ...sessionTimes(row),
})

/** A session for the account export, with the network address and browser that started it. */
export const sessionForExport = (row: SessionRow) => ({
  ...sessionTimes(row),
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
})
