import type { Component } from '@blood-bank/contract/donors/components'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { drawBloodGroup } from '@blood-bank/server/operations/demo/people'
import type { Random } from '@blood-bank/server/operations/demo/random'
import { isWithin, START } from './clock.ts'
import { drawsFor } from './draws.ts'
import type { Parameters } from './parameters.ts'

export const POSTED_WITHIN_DAYS = 28
/** The hours in which few blood requests are posted; so many of them are posted by day instead. */
const NIGHT = { from: 0, to: 7 }
const POSTED_LATER = 0.75
/** The groups of the first donors are fixed; patients come after them. */
const PATIENT = 8

export type BloodRequest = ReturnType<typeof drawBloodRequests>[number]

/** Draws the blood requests of four weeks, the earliest first. */
export const drawBloodRequests = (parameters: Parameters, seed: number) =>
  Array.from({ length: parameters.bloodRequests }, (_, id) => {
    const draws = drawsFor(seed, 'blood request', id)
    const urgency = draws.weighted(parameters.urgencies)
    const postedAt = drawPostingTime(draws)
    return {
      id,
      urgency,
      postedAt,
      /** Whether nobody who offers for it can give, and the requester calls nobody. */
      isInvented: false,
      requesterId: draws.whole(0, parameters.members - 1),
      /** Whether the requester had an offer for an earlier request, from before the simulation. */
      isRequesterKnown: draws.chance(parameters.knownRequesters),
      requiredBloodGroup: drawBloodGroup(draws, PATIENT),
      component: drawsFor(seed, 'component', id).weighted<Component>(parameters.components),
      takesOtherGroups: false,
      units: draws.pick(parameters.units),
      neededBy: postedAt + parameters.neededWithin[urgency] * HOUR_MS,
    }
  }).toSorted((one, other) => one.postedAt - other.postedAt)

function drawPostingTime(draws: Random): number {
  const time = START + Math.floor(draws.share() * POSTED_WITHIN_DAYS * DAY_MS)
  return isWithin(time, NIGHT) && draws.chance(POSTED_LATER) ? drawPostingTime(draws) : time
}
