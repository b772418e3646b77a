import { groupsThatMeet } from '@blood-bank/contract/donors/needs'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { NUMBERS_CALLED_PER_DAY } from '@blood-bank/contract/kept-donors/calls'
import type { CampusRun } from './campus-run.ts'
import { afterHours } from './clock.ts'
import { drawsFor } from './draws.ts'
import { canCome, type Donor, isEligibleAt } from './people.ts'
import { countTrustedOffers, type Progress, sayYes } from './progress.ts'

const URGENCIES = ['urgent', 'moderate', 'low']

type Call = { progress: Progress; donor: Donor }

/**
 * Coordinators look, in their hours, which requests wait, and call the kept donors who can give, one after the other, the most
 * urgent request first. Whoever does not answer is called again after an hour, and whoever cannot come, on another day.
 */
export function startCoordinators(run: CampusRun, bloodRequests: Progress[]): void {
  const { events, parameters, seed } = run
  const { count, hours, lookMinutes, callMinutes, answers, promises } = parameters.coordinators
  const restOfDay = { from: hours.to, to: hours.from }
  const byUrgency = bloodRequests.toSorted(
    (one, other) =>
      URGENCIES.indexOf(one.bloodRequest.urgency) - URGENCIES.indexOf(other.bloodRequest.urgency),
  )
  /** From when on a donor may be called again, by anybody, and how often each was called for a request. */
  const callableFrom = new Map<Donor, number>()
  const rounds = new Map<Progress, Map<Donor, number>>()

  function findCall(): Call | null {
    const now = events.now()
    for (const progress of byUrgency) {
      const { bloodRequest, unitsGiven, isClosed } = progress
      const trusted = countTrustedOffers(progress, now)
      if (bloodRequest.postedAt > now || isClosed || unitsGiven + trusted >= bloodRequest.units) continue
      const donor = groupsThatMeet(bloodRequest)
        .flatMap(group => run.donorsOf[group])
        .find(donor => isCallable(donor, progress))
      if (donor) return { progress, donor }
    }
    return null
  }

  const isCallable = (donor: Donor, progress: Progress): boolean =>
    donor.isKept &&
    !donor.hasPromised &&
    isEligibleAt(donor, events.now(), progress.bloodRequest.component) &&
    (callableFrom.get(donor) ?? 0) <= events.now() &&
    (rounds.get(progress)?.get(donor) ?? 0) < parameters.callRounds

  function call({ progress, donor }: Call): void {
    const { bloodRequest } = progress
    const ofRequest = rounds.get(progress) ?? new Map<Donor, number>()
    const round = (ofRequest.get(donor) ?? 0) + 1
    rounds.set(progress, ofRequest.set(donor, round))
    callableFrom.set(donor, events.now() + HOUR_MS)
    progress.callsOfCoordinators += 1
    events.add(events.now() + callMinutes * MINUTE_MS, () => {
      const draws = drawsFor(seed, 'coordinator', bloodRequest.id, donor.id, round)
      if (progress.isClosed || !draws.chance(answers)) return
      if (draws.chance(promises) && canCome(donor, events.now(), bloodRequest.component))
        sayYes(run, progress, donor, 'coming')
      else callableFrom.set(donor, events.now() + DAY_MS)
    })
  }

  function startWorking(nth: number): void {
    const called = new Map<Donor, number>()

    function work(): void {
      if (bloodRequests.every(({ isClosed }) => isClosed)) return
      const now = events.now()
      for (const [donor, at] of called) if (at <= now - DAY_MS) called.delete(donor)
      const found = called.size < NUMBERS_CALLED_PER_DAY ? findCall() : null
      if (found) {
        called.set(found.donor, now)
        call(found)
      }
      events.add(afterHours(now + (found ? callMinutes : lookMinutes) * MINUTE_MS, restOfDay), work)
    }

    // They do not look at the same moment.
    events.add(
      afterHours(bloodRequests[0]?.bloodRequest.postedAt ?? 0, restOfDay) +
        (nth / count) * lookMinutes * MINUTE_MS,
      work,
    )
  }

  for (let nth = 0; nth < count; nth += 1) startWorking(nth)
}
