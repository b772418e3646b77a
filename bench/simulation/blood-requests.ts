import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { drawBloodGroup } from '@blood-bank/server/operations/demo/blood'
import type { Random } from '@blood-bank/server/operations/demo/random'
import { DAY_MS, HOUR_MS, type Hours, isWithin, START } from './clock.ts'
import { drawsFor } from './draws.ts'
import type { Parameters } from './parameters.ts'

const POSTED_WITHIN_DAYS = 28
/** The hours in which few blood requests are posted; so many of them are posted by day instead. */
const NIGHT: Hours = { from: 0, to: 7 }
const POSTED_LATER = 0.75
/** The groups of the first donors are fixed; patients come after them. */
const PATIENT = 8

export type BloodRequest = {
  id: number
  requesterId: number
  /** Whether the requester had an offer for an earlier request, from before the simulation. */
  isRequesterKnown: boolean
  /** Nobody who offers for it can give, and the requester calls nobody. */
  isInvented: boolean
  bloodGroup: BloodGroup
  urgency: Urgency
  units: number
  postedAt: number
  neededBy: number
}

/** Draws the blood requests of four weeks, the earliest first. */
export const drawBloodRequests = (parameters: Parameters, seed: number): BloodRequest[] =>
  Array.from({ length: parameters.bloodRequests }, (_, id) => {
    const draws = drawsFor(seed, 'blood request', id)
    const urgency = draws.weighted(parameters.urgencies)
    const postedAt = drawPostingTime(draws)
    return {
      ...{ id, urgency, postedAt, isInvented: false },
      requesterId: draws.whole(0, parameters.members - 1),
      isRequesterKnown: draws.chance(parameters.knownRequesters),
      bloodGroup: drawBloodGroup(draws, PATIENT),
      units: draws.pick(parameters.units),
      neededBy: postedAt + parameters.neededWithin[urgency] * HOUR_MS,
    }
  }).toSorted((one, other) => one.postedAt - other.postedAt)

function drawPostingTime(draws: Random): number {
  const time = START + Math.floor(draws.share() * POSTED_WITHIN_DAYS * DAY_MS)
  return isWithin(time, NIGHT) && draws.chance(POSTED_LATER) ? drawPostingTime(draws) : time
}
