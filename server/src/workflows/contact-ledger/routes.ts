import { listContactReveals } from '@blood-bank/contract/contact-reveals'
import { findBloodRequests } from '../../features/blood-requests/queries.ts'
import { listRevealsOfOwner } from '../../identity/contact-ledger/queries.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'
import { revealForOwner } from './view.ts'

/** Who can see a person's number, and who has seen it. */
export function contactLedgerRoutes({ http, db }: Context): void {
  serve(http, listContactReveals, async ({ query, actor }) => {
    const page = await listRevealsOfOwner(db, actor.id, query)
    const ids = page.records.map(({ bloodRequestId }) => bloodRequestId).filter(id => id !== null)
    const bloodRequests = await findBloodRequests(db, ids)
    const present = (reveal: (typeof page.records)[number]) =>
      revealForOwner(reveal, bloodRequests.get(reveal.bloodRequestId ?? ''))
    return { ...page, records: page.records.map(present) }
  })
}
