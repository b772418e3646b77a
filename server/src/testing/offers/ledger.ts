import type { Database } from '../../platform/database/connection.ts'

/** The id in the contact ledger of what an offer shows. Read it before the offer is erased with its donor. */
export async function revealIdOf(db: Database, { id }: { id: string }): Promise<string> {
  const offers = db.selectFrom('offers').select('revealId').where('id', '=', id)
  return (await offers.executeTakeFirstOrThrow()).revealId
}

/** The entries of the contact ledger about a reveal, oldest first. */
export const ledgerOf = (db: Database, revealId: string) =>
  db
    .selectFrom('contactReveals')
    .select(['event', 'ownerId', 'viewerId', 'bloodRequestId', 'occasion'])
    .where('revealId', '=', revealId)
    .orderBy('occurredAt')
    .execute()

/** What happened to the current reveal of an offer: `began`, `ended`. */
export const ledgerEvents = async (db: Database, offer: { id: string }) =>
  (await ledgerOf(db, await revealIdOf(db, offer))).map(({ event }) => event)
