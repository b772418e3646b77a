import type { SessionTimes } from '@blood-bank/contract/sessions'
import type { SessionRow } from './store.ts'

/** A session for its owner: times only, since its token would open it. */
export const sessionForOwner = ({ createdAt, expiresAt }: SessionRow): SessionTimes => ({
  startedAt: createdAt.toISOString(),
  endsAt: expiresAt.toISOString(),
})
