import { groupsThatMeet } from '@blood-bank/contract/donors/needs'
import { HOUR_MS } from '@blood-bank/contract/durations'
import type { CampusRun } from './campus-run.ts'
import { afterHours, isWithin, QUIET_HOURS } from './clock.ts'
import { drawsFor, shuffled } from './draws.ts'
import { canCome, type Donor, isEligibleAt } from './people.ts'
import { hasEnough, type Progress, sayYes } from './progress.ts'

/** The share of calls that wake somebody, of those that are answered by day. */
const ANSWERS_ASLEEP = 0.5

/** Whom a requester calls: donors of the same group, or also those of other compatible groups, after them. */
export type CallList = 'exact' | 'compatible'

/**
 * A requester calls donors who show their number, one after the other, until enough have said yes, and again when one of
 * these does not come. Those who did not answer are called again an hour after the last of the list.
 */
export function startCalling(run: CampusRun, progress: Progress, list: CallList): void {
  const { events, parameters, seed } = run
  const { bloodRequest } = progress
  let waiting = listDonors(run, progress, list)
  let unanswered: Donor[] = []
  let round = 1
  let isCalling = false

  function call(): void {
    isCalling = false
    if (progress.isClosed || hasEnough(progress)) return
    const donor = waiting.shift()
    if (donor) {
      const begin = bloodRequest.urgency === 'urgent' ? events.now() : afterHours(events.now(), QUIET_HOURS)
      callAgainAt(begin + HOUR_MS / parameters.callsPerHour, () => talk(donor))
    } else if (round < parameters.callRounds && unanswered.length > 0) {
      round += 1
      waiting = unanswered
      unanswered = []
      callAgainAt(events.now() + HOUR_MS)
    }
  }

  function callAgainAt(time: number, before = () => {}): void {
    isCalling = true
    events.add(time, () => {
      if (!progress.isClosed) before()
      call()
    })
  }

  function talk(donor: Donor): void {
    if (progress.coming.has(donor)) return
    const now = events.now()
    const draws = drawsFor(seed, 'call', bloodRequest.id, donor.id, round)
    const answers = parameters.answersCall * (isWithin(now, parameters.sleep) ? ANSWERS_ASLEEP : 1)
    progress.calls += 1
    if (!draws.chance(answers)) unanswered.push(donor)
    else if (draws.chance(parameters.promises) && canCome(donor, now, bloodRequest.component))
      sayYes(run, progress, donor, 'call')
  }

  progress.onChange.push(() => {
    if (!isCalling) call()
  })
  call()
}

function listDonors({ donorsOf, events, seed }: CampusRun, { bloodRequest }: Progress, list: CallList) {
  const { id, requesterId, requiredBloodGroup } = bloodRequest
  const groups = list === 'exact' ? [requiredBloodGroup] : groupsThatMeet(bloodRequest)
  const draws = drawsFor(seed, 'list', id)
  return groups.flatMap(group =>
    shuffled(draws, donorsOf[group]).filter(
      donor =>
        donor.showsNumber &&
        donor.id !== requesterId && // The search is about blood.
        isEligibleAt(donor, events.now(), 'blood'),
    ),
  )
}
