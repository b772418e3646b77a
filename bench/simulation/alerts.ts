import { DAY_MS } from '@blood-bank/contract/durations'
import { DEFAULT_POLICY } from '@blood-bank/server/config/alert-policy'
import {
  candidatesToRead,
  planWave,
  sizeWave,
  type WaveSituation,
} from '@blood-bank/server/features/alerts/planning/plan-wave'
import type { CampusRun } from './campus-run.ts'
import { findCandidates, recordAlert } from './candidates.ts'
import { afterHours, isWithin, QUIET_HOURS } from './clock.ts'
import type { Donor } from './people.ts'
import { countTrustedOffers, hasRecord, type Progress } from './progress.ts'
import { startReading } from './reading.ts'

const { prior } = DEFAULT_POLICY

/** The planner looks once a second, and an alert takes a few to arrive. */
const LOOK_MS = 1_000

/**
 * The alerts of a campus, planned by the code of the server.
 * @returns asks donors for a blood request until it closes
 */
export function createAlertPlanner(run: CampusRun): (progress: Progress) => void {
  const { events } = run
  /** The blood requests of each requester, and the times of the alerts for them. */
  const requesters = new Map<number, { progresses: Progress[]; alertedAt: number[] }>()
  /** Answers as the planner counts them: an alert that nobody answered counts after a day. */
  const answers = { yes: 0, counted: 0 }

  return progress => {
    const { bloodRequest } = progress
    const requester = requesters.get(bloodRequest.requesterId) ?? { progresses: [], alertedAt: [] }
    requesters.set(bloodRequest.requesterId, requester)
    requester.progresses.push(progress)
    const asked: WaveSituation['asked'] = {
      alerts: 0,
      declined: 0,
      replacements: 0,
      lastWaveAt: null,
      begunAt: null,
      sinceLastWave: 0,
    }
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
      // Whole milliseconds, as `Date` has them.
      const now = Math.floor(events.now())
      const { urgency, units } = bloodRequest
      const requesterHasRecord = hasRecord(requester.progresses, now)
      const situation: WaveSituation = {
        bloodRequest: {
          urgency,
          unitsNeeded: units - progress.unitsGiven,
          trustedOffers: countTrustedOffers(progress, now),
        },
        asked,
        requester: {
          hasRecord: requesterHasRecord,
          alerts: requester.alertedAt.filter(at => at > now - DAY_MS).length,
          leftForNew: null,
        },
        policy: DEFAULT_POLICY,
        answerShare: (prior.yes + answers.yes) / (prior.alerts + answers.counted),
        quietUntil: isWithin(now, QUIET_HOURS) ? new Date(afterHours(now, QUIET_HOURS)) : null,
        now: new Date(now),
      }
      const size = sizeWave(situation)
      const limit = candidatesToRead(size, DEFAULT_POLICY)
      const candidates = findCandidates(run, bloodRequest, { limit, requesterHasRecord }).map(({ id }) => ({
        userId: String(id),
        mailbox: String(id),
      }))
      const wave = planWave({ ...situation, candidates })
      if (size.size > 0 && asked.lastWaveAt === null) progress.hasFewDonors = candidates.length < size.size
      for (const id of wave.chosen) ask(run.donors[Number(id)] as Donor, requesterHasRecord)
      if (wave.soughtAt) Object.assign(asked, { lastWaveAt: wave.soughtAt, declined: 0, replacements: 0 })
      if (wave.kind === 'replacement') asked.replacements += wave.chosen.length
      if (wave.nextWaveAt) lookAt(wave.nextWaveAt.getTime())
    }

    function ask(donor: Donor, requesterHasRecord: boolean): void {
      const { urgency, id: bloodRequestId } = bloodRequest
      recordAlert(donor, { at: events.now(), urgency, bloodRequestId, requesterHasRecord })
      requester.alertedAt.push(events.now())
      asked.alerts += 1
      let isCounted = false
      const count = () => {
        if (!isCounted) answers.counted += 1
        isCounted = true
      }
      events.add(events.now() + DAY_MS, count)
      startReading(run, progress, donor, answer => {
        count()
        if (answer === 'yes') answers.yes += 1
        else asked.declined += 1
        lookSoon()
      })
    }

    progress.onChange.push(lookSoon)
    lookAt(events.now() + LOOK_MS)
  }
}
