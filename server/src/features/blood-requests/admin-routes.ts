import { listBloodRequests } from '@blood-bank/contract/blood-requests'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import * as store from './admin-store.ts'
import { bloodRequestForAdmins } from './view.ts'

/** Manage Requests: the list. Closing and deleting are the same calls that owners make. */
export function bloodRequestAdminRoutes({
  http,
  db,
  config: { defaultPhoneCountry: country },
}: Context): void {
  serve(http, listBloodRequests, async ({ query }) => {
    const { records, next } = await store.listBloodRequests(db, query)
    return { records: records.map(row => bloodRequestForAdmins(row, country)), next }
  })
}
