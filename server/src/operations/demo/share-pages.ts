import type { Database } from '../../platform/database/connection.ts'
import { LOGINS } from './logins.ts'

/** The codes of public pages, which cannot be guessed outside the demo. */
const CODES = {
  active: 'openrequestofthedemo000000',
  fulfilled: 'closedrequestofthedemo0000',
} as const

/** Makes public pages for the demo donor's newest active request and for one that was fulfilled. */
export async function storeSharePages(db: Database): Promise<void> {
  for (const [status, code] of Object.entries(CODES) as [keyof typeof CODES, string][])
    await db
      .insertInto('sharePages')
      .columns(['code', 'bloodRequestId'])
      .expression(
        db
          .selectFrom('bloodRequests')
          .select(({ val }) => [val(code).as('code'), 'id'])
          .where('userEmail', '=', LOGINS.donor.email)
          .where('status', '=', status)
          .orderBy('requestedAt', 'desc')
          .limit(1),
      )
      .execute()
}
