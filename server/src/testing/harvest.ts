import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { type DonorSearchResult, searchDonors } from '@blood-bank/contract/donors/endpoints'
import type { Database } from '../platform/database/connection.ts'
import type { Person, Reply } from './person.ts'
import { storeBloodRequests, storeVerifiedDonors } from './stored.ts'

/** Stores donors of all blood groups in turn who show their numbers, and active requests. All numbers differ. */
export async function storeNumbers(
  db: Database,
  { donors, bloodRequests }: Record<'donors' | 'bloodRequests', number>,
) {
  await storeVerifiedDonors(db, donors, nth => ({
    bloodGroup: BLOOD_GROUPS[nth % BLOOD_GROUPS.length] ?? 'O+',
    contactNumber: `+88017${String(10_000_000 + nth)}`,
    allowContactVisibility: true,
  }))
  if (bloodRequests > 0)
    await storeBloodRequests(db, bloodRequests, nth => ({
      contactNumber: `+88018${String(10_000_000 + nth)}`,
    }))
}

/** An attack of nine calls: every blood group and the active requests, with the largest page size. */
export async function harvest(person: Person) {
  const replies: Reply<{ records: Pick<DonorSearchResult, 'contactNumber' | 'numberWithheldUntil'>[] }>[] = []
  for (const bloodGroup of BLOOD_GROUPS)
    replies.push(await person.call(searchDonors, { query: { bloodGroup, limit: 300 } }))
  replies.push(await person.call(listActiveBloodRequests, { query: { limit: 300 } }))
  const records = replies.flatMap(({ body }) => body.records)
  const numbers = records.flatMap(({ contactNumber }) => contactNumber ?? [])
  const withheldUntil = records.flatMap(({ numberWithheldUntil }) => numberWithheldUntil ?? [])
  return { numbers: new Set(numbers), withheldUntil, replies }
}
