import { listHospitals, MAX_HOSPITALS } from '@blood-bank/contract/blood-requests/posting'
import { publicHospitalOf } from '@blood-bank/contract/blood-requests/public-hospital'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { listRecentHospitals } from '../queries.ts'
import type { BloodRequestRow } from '../tables.ts'
import { hospitalKey } from './public-place.ts'

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

type Use = Pick<BloodRequestRow, 'userId' | 'hospitalName' | 'patientName' | 'contactPerson'>

/** The ways in which a hospital is written, with how often each, and the members who need blood there. */
type Hospital = { spellings: Map<string, number>; members: Set<string> }

/**
 * The hospitals of some blood requests, those first at which most members need blood. Names that differ only in case and
 * punctuation are one hospital, in the most frequent spelling. A name that may tell who somebody is or how to call them is
 * left out, as on public pages: members read those on the list, where numbers are counted.
 */
export function rankHospitals(bloodRequests: readonly Use[]): string[] {
  const hospitals = new Map<string, Hospital>()
  for (const bloodRequest of bloodRequests) {
    const name = publicHospitalOf(bloodRequest)
    if (name === null) continue
    const key = hospitalKey(name)
    if (key === '') continue
    const { spellings, members } = hospitals.get(key) ?? { spellings: new Map(), members: new Set() }
    spellings.set(name, (spellings.get(name) ?? 0) + 1)
    members.add(bloodRequest.userId)
    hospitals.set(key, { spellings, members })
  }
  return [...hospitals.values()]
    .toSorted((one, other) => other.members.size - one.members.size)
    .slice(0, MAX_HOSPITALS)
    .map(({ spellings }) => mostFrequent(spellings))
}

/** Of several that are as frequent, the first. */
const mostFrequent = (counts: Map<string, number>) =>
  [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0]
