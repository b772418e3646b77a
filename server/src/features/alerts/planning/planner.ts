import type { DonatedComponent } from '@blood-bank/contract/donors/components'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import type { AttemptLimits } from '../../../identity/access/attempt-limits.ts'
import { listAdminEmails } from '../../../identity/users/store.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { isDatabaseUnavailable } from '../../../platform/database/outage.ts'
import type { WarningLog } from '../../../platform/http/log.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { createKeyedHash } from '../../../platform/secrets/hashes.ts'
import { askOwner } from '../../blood-requests/confirmations/mails.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { lockDueBloodRequest, scheduleWave } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import type { AlertMailKind } from '../mails.ts'
import type { AlertMetrics } from '../metrics.ts'
import { countAnswers } from '../queries.ts'
import { endOfQuietHours } from '../quiet-hours.ts'
import { askDonors, type Planning } from './ask-donors.ts'
import { countAskable } from './candidates.ts'

const PLANNING_INTERVAL_MS = 1_000

/** When a blood request whose wave failed is tried again. */
const RETRY_MS = MINUTE_MS

/** The share of answers and the number of donors change slowly. */
const FIGURE_LIFETIME_MS = MINUTE_MS

type Options = {
  db: Database
  config: Pick<Config, 'timeZone' | 'intervals' | 'alertPolicy' | 'textMessages' | 'accounts' | 'limits'>
  attemptLimits: AttemptLimits
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
export function createPlanner({
  db,
  config,
  attemptLimits,
  authSecret,
  alertMetrics,
  log,
  now,
}: Options): PlanDueWaves {
  const policy = config.alertPolicy
  const hashNeed = createKeyedHash(authSecret, 'alert needs')
  const hashMailbox = createKeyedHash(authSecret, 'alert requesters')

  const answerShare = rememberFigure(async at => {
    const { alerts, yes } = await countAnswers(db, at)
    return (policy.prior.yes + yes) / (policy.prior.alerts + alerts)
  })
  const askableFor = (component: DonatedComponent) =>
    rememberFigure(at => countAskable(db, { component, day: dayOf(at), now: at }))
  const askable = { blood: askableFor('blood'), 'apheresis-platelets': askableFor('apheresis-platelets') }
  const dayOf = (at: Date) => ({
    ...config.intervals,
    today: calendarDate(at, config.timeZone),
  })

  async function warnAdmins(db: Transaction): Promise<void> {
    const warning = await attemptLimits.tryTake(db, [{ limit: 'newMemberWarnings', subject: 'new members' }])
    if (!warning.isAllowed) return
    const recipients = await listAdminEmails(db)
    await enqueueMails(
      db,
      'new-members-wait' satisfies AlertMailKind,
      recipients.map(recipient => ({ recipient })),
      { urgency: 'prompt' },
    )
  }

  /** @returns how many donors were asked; null when no blood request is due */
  async function askForOne(db: Transaction, at: Date): Promise<number | null> {
    const bloodRequest = await lockDueBloodRequest(db, at)
    if (!bloodRequest) return null
    const planning: Planning = {
      policy,
      hashNeed,
      hashMailbox,
      listedDomains: config.accounts.allowedEmailDomains,
      countAskable: component => askable[component](at),
      warnAdmins,
      answerShare: await answerShare(at),
      texts: config.textMessages,
      quietUntil: endOfQuietHours(at, config.timeZone, policy.quietHours),
      day: dayOf(at),
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

/** Remembers a figure for a minute. */
function rememberFigure(compute: (at: Date) => Promise<number>): (at: Date) => Promise<number> {
  let figure = { value: 0, readAt: -Infinity }
  return async at => {
    if (Math.abs(at.getTime() - figure.readAt) > FIGURE_LIFETIME_MS)
      figure = { value: await compute(at), readAt: at.getTime() }
    return figure.value
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
