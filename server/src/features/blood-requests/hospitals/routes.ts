import { listHospitals } from '@blood-bank/contract/blood-requests/hospitals'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { listRecentHospitals } from '../queries.ts'
import { rankHospitals } from './rank-hospitals.ts'

/** So many of the newest active requests are read for the suggestions. */
const MAX_REQUESTS = 500

/** Suggests hospitals to whoever posts a blood request. */
export function hospitalRoutes({ http, db }: Context): void {
  serve(
    http,
    listHospitals,
    async () => ({ hospitals: rankHospitals(await listRecentHospitals(db, MAX_REQUESTS)) }),
    { cachedUntilChangeOf: ['blood_requests'] },
  )
}
