import type { ReadProgress } from '../blood-requests/hooks.ts'
import { countUnitsGiven } from './donations/queries.ts'
import { countStandingOffers } from './queries.ts'

/** Reads how many units were given for blood requests, and how many offers stand. */
export const readProgress: ReadProgress = async (db, ids) => {
  if (ids.length === 0) return new Map()
  const [given, standing] = await Promise.all([countUnitsGiven(db, ids), countStandingOffers(db, ids)])
  return new Map(
    ids.map(id => [id, { unitsGiven: given.get(id) ?? 0, offersStanding: standing.get(id) ?? 0 }]),
  )
}
