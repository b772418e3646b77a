import { createHash } from 'node:crypto'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import type { AlertPolicy } from '@blood-bank/server/config/alert-policy'
import {
  type Candidate,
  candidatesToRead,
  planWave,
  sizeWave,
  type WaveSituation,
} from '@blood-bank/server/features/alerts/planning/plan-wave'
import { endOfQuietHours } from '@blood-bank/server/features/alerts/quiet-hours'
import { createAnswerCount } from './answers.ts'
import type { BloodRequest } from './blood-requests.ts'
import type { CampusRun } from './campus-run.ts'
import { findCandidates, lastAlertAt, recordAlert } from './candidates.ts'
import { DAY_MS, MINUTE_MS, TIME_ZONE } from './clock.ts'
import { drawsFor } from './draws.ts'
import type { Donor } from './people.ts'
import type { Progress } from './progress.ts'
import { type Answer, startReading } from './reading.ts'
import { countTrustedOffers, hasRecord } from './trust.ts'

/** The planner looks once a second, and an alert takes a few to arrive. */
const LOOK_MS = 1_000

/** The alerts of a blood request so far, as the planner counts them. */
type Asked = WaveSituation['asked']

export type AlertPlanner = ReturnType<typeof createAlertPlanner>

/** The alerts of a campus, planned by the real planner. */
export function createAlertPlanner(run: CampusRun) {
  const { events, policy, seed } = run
  const answers = createAnswerCount(run)
  /** The blood requests of each requester, and the times of the alerts for them. */
  const requesters = new Map<number, { progresses: Progress[]; alertedAt: number[] }>()

  function requesterOf({ bloodRequest: { requesterId } }: Progress) {
    const requester = requesters.get(requesterId) ?? { progresses: [], alertedAt: [] }
    requesters.set(requesterId, requester)
    return requester
  }

  /** Asks donors for a blood request until it closes. */
  function start(progress: Progress): void {
    const { bloodRequest } = progress
    requesterOf(progress).progresses.push(progress)
    const asked: Asked = { alerts: 0, declined: 0, replacements: 0, lastWaveAt: null, sinceLastWave: 0 }
    let nextLookAt = Number.POSITIVE_INFINITY

    function lookAt(time: number): void {
      nextLookAt = time
      events.add(time, () => {
        if (progress.isClosed || nextLookAt !== time) return
        nextLookAt = Number.POSITIVE_INFINITY
        look()
      })
    }
    const lookSoon = () => {
      if (nextLookAt > events.now() + LOOK_MS) lookAt(events.now() + LOOK_MS)
    }

    function look(): void {
      const now = new Date(events.now())
      const situation = situationOf(progress, asked, now)
      const size = sizeWave(situation)
      const requesterHasRecord = situation.requester.hasRecord
      const limit = candidatesToRead(size, policy)
      const candidates =
        size.size === 0 ? [] : findCandidates(run, bloodRequest, { limit, requesterHasRecord })
      const wave = planWave({
        ...situation,
        candidates: inOrder(candidates.map(candidateOf), bloodRequest, now),
        hasReservedDonors: false,
      })
      const byId = new Map(candidates.map(donor => [String(donor.id), donor]))
      for (const { userId } of wave.chosen) ask(byId.get(userId) as Donor, requesterHasRecord)
      if (size.size > 0 && wave.kind === 'wave') asked.lastWaveAt = now
      if (wave.kind === 'replacement') asked.replacements += wave.chosen.length
      if (wave.nextWaveAt) lookAt(wave.nextWaveAt.getTime())
    }

    function ask(donor: Donor, requesterHasRecord: boolean): void {
      const { urgency, id: bloodRequestId } = bloodRequest
      recordAlert(donor, { at: events.now(), urgency, bloodRequestId, requesterHasRecord })
      requesterOf(progress).alertedAt.push(events.now())
      asked.alerts += 1
      const count = answers.add()
      startReading(run, progress, donor, answer => {
        hear(answer)
        count(answer === 'yes')
      })
    }

    function hear(answer: Answer): void {
      if (answer === 'no') asked.declined += 1
      lookSoon()
    }

    progress.onChange.push(lookSoon)
    lookAt(events.now() + LOOK_MS)
  }

  function situationOf(progress: Progress, asked: Asked, now: Date): WaveSituation {
    const { bloodGroup, urgency, units } = progress.bloodRequest
    const { progresses, alertedAt } = requesterOf(progress)
    return {
      bloodRequest: {
        requiredBloodGroup: bloodGroup,
        urgency,
        unitsNeeded: units - progress.unitsGiven,
        trustedOffers: countTrustedOffers(progress, now.getTime()),
      },
      asked,
      requester: {
        hasRecord: hasRecord(progresses, now.getTime()),
        alerts: alertedAt.filter(at => at > now.getTime() - DAY_MS).length,
      },
      policy,
      answerShare: answers.share(),
      quietUntil: findEndOfQuietHours(now, policy.quietHours),
      now,
    }
  }

  const candidateOf = (donor: Donor) => ({
    userId: String(donor.id),
    bloodGroup: donor.bloodGroup,
    lastAlertedAt: donor.alerts.length === 0 ? null : new Date(lastAlertAt(donor)),
  })
  /** The order in which the server reads candidates. Chance decides between donors who were asked at the same time. */
  function inOrder(candidates: Candidate[], { id, bloodGroup }: BloodRequest, now: Date): Candidate[] {
    const chance = drawsFor(seed, 'wave', id, now.getTime()).whole(0, 2 ** 31 - 1)
    const groups = donorGroupsFor(bloodGroup)
    const ranks = new Map(
      candidates.map(({ userId }) => [
        userId,
        createHash('sha256').update(`${chance} ${userId}`).digest().readUInt32BE(),
      ]),
    )
    return candidates.toSorted(
      (one, other) =>
        groups.indexOf(one.bloodGroup) - groups.indexOf(other.bloodGroup) ||
        (one.lastAlertedAt?.getTime() ?? 0) - (other.lastAlertedAt?.getTime() ?? 0) ||
        (ranks.get(one.userId) ?? 0) - (ranks.get(other.userId) ?? 0),
    )
  }

  return { start }
}

const ends = new Map<string, Date | null>()

/** Ends are cached, because they take longer than the rest of the planner. Hours begin with a quarter of an hour. */
function findEndOfQuietHours(now: Date, hours: AlertPolicy['quietHours']): Date | null {
  const quarter = `${hours.from} ${hours.to} ${Math.floor(now.getTime() / (15 * MINUTE_MS))}`
  const known = ends.get(quarter)
  if (known !== undefined) return known
  const end = endOfQuietHours(now, TIME_ZONE, hours)
  ends.set(quarter, end)
  return end
}
