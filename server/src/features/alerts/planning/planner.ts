import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { isDatabaseUnavailable } from '../../../platform/database/outage.ts'
import type { WarningLog } from '../../../platform/http/log.ts'
import { createKeyedHash } from '../../../platform/secrets/keyed-hash.ts'
import { askOwner } from '../../blood-requests/confirmations/mails.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { lockDueBloodRequest, scheduleWave } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import type { AlertMetrics } from '../metrics.ts'
import { countAnswers } from '../queries.ts'
import { endOfQuietHours } from '../quiet-hours.ts'
import { askDonors, type Planning } from './ask-donors.ts'

const PLANNING_INTERVAL_MS = 1_000

/** When a blood request whose wave failed is tried again. */
const RETRY_MS = MINUTE_MS

/** The share of answers changes slowly. */
const SHARE_LIFETIME_MS = MINUTE_MS

type Options = {
  db: Database
  config: Pick<Config, 'timeZone' | 'donationIntervalDays' | 'alertPolicy' | 'textMessages'>
  authSecret: string
  alertMetrics: AlertMetrics
  log: WarningLog
  now: () => Date
}

/** Asks the donors of all due blood requests, until `isStopping`. @returns how many requests were due */
export type PlanDueWaves = (isStopping?: () => boolean) => Promise<number>

/** The wave of one blood request cannot be planned. */
class PlanningError extends Error {
  readonly bloodRequestId: string

  constructor(bloodRequestId: string, cause: unknown) {
    super('The donors for a blood request cannot be asked.', { cause })
    this.bloodRequestId = bloodRequestId
  }
}

/** Creates the planner of a server. */
export function createPlanner({ db, config, authSecret, alertMetrics, log, now }: Options): PlanDueWaves {
  const policy = config.alertPolicy
  const hashNeed = createKeyedHash(authSecret, 'alert needs')
  let share = { value: 0, readAt: -Infinity }

  async function answerShare(at: Date): Promise<number> {
    if (at.getTime() - share.readAt > SHARE_LIFETIME_MS) {
      const { alerts, yes } = await countAnswers(db, at)
      share = { value: (policy.prior.yes + yes) / (policy.prior.alerts + alerts), readAt: at.getTime() }
    }
    return share.value
  }

  /** @returns how many donors were asked; null when no blood request is due */
  async function askForOne(db: Transaction, at: Date): Promise<number | null> {
    const bloodRequest = await lockDueBloodRequest(db, at)
    if (!bloodRequest) return null
    const planning = {
      policy,
      hashNeed,
      answerShare: await answerShare(at),
      texts: config.textMessages,
      quietUntil: endOfQuietHours(at, config.timeZone, policy.quietHours),
      day: { intervalDays: config.donationIntervalDays, today: calendarDate(at, config.timeZone) },
      now: at,
    }
    return planOne(db, bloodRequest, planning).catch(error => {
      throw isDatabaseUnavailable(error) ? error : new PlanningError(bloodRequest.id, error)
    })
  }

  /** @returns false when no blood request is due */
  async function planNext(): Promise<boolean> {
    const at = now()
    try {
      const asked = await inTransaction(db, db => askForOne(db, at))
      if (asked !== null) alertMetrics.recordAsked(asked)
      return asked !== null
    } catch (error) {
      if (!(error instanceof PlanningError)) throw error
      // The wave was rolled back. The requests after this one must not wait until its fault is mended.
      const { bloodRequestId, cause } = error
      log.warn({ bloodRequestId, reason: String(cause) }, 'the donors for a blood request cannot be asked')
      await scheduleWave(db, bloodRequestId, new Date(at.getTime() + RETRY_MS))
      return true
    }
  }

  return async (isStopping = () => false) => {
    let planned = 0
    while (!isStopping() && (await planNext())) planned += 1
    return planned
  }
}

/**
 * Asks donors, or the owner of the request if blood may be needed no longer.
 * @returns how many donors were asked
 */
async function planOne(db: Transaction, bloodRequest: BloodRequestRow, planning: Planning): Promise<number> {
  const until = neededUntil(bloodRequest, planning.policy.neededHours)
  if (until <= planning.now) await askOwner(db, bloodRequest, until)
  // Posted before there were alerts: its owner confirms it first. Or reported: an admin decides first.
  else if (bloodRequest.confirmedAt === null || bloodRequest.alertsStoppedAt !== null)
    await scheduleWave(db, bloodRequest.id, until)
  else return askDonors(db, bloodRequest, planning)
  return 0
}

type Running = { planDueWaves: PlanDueWaves; log: WarningLog }

/** Runs a planner once a second until it is stopped. Stopping waits for the blood request that is being planned. */
export function startPlanner({ planDueWaves, log }: Running): { stop: () => Promise<void> } {
  let isFailing = false
  let isStopping = false
  let running = Promise.resolve()
  const plan = async () => {
    try {
      await planDueWaves(() => isStopping)
      isFailing = false
    } catch (error) {
      // Logged once per outage of the database.
      if (!isFailing) log.warn({ reason: String(error) }, 'alerts cannot be planned')
      isFailing = true
    }
  }
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = plan().finally(() => {
      isRunning = false
    })
  }, PLANNING_INTERVAL_MS)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      isStopping = true
      await running
    },
  }
}
