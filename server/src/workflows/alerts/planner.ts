import type { Config } from '../../config.ts'
import { countAnswers } from '../../features/alerts/queries.ts'
import { lockDueBloodRequest } from '../../features/blood-requests/store.ts'
import { calendarDate } from '../../platform/clock/calendar-date.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'
import { askDonors } from './ask-donors.ts'
import { endOfQuietHours } from './quiet-hours.ts'

const LOOK_MS = 1_000

/** The share of answers changes slowly. */
const SHARE_LIFETIME_MS = 60_000

type Options = {
  db: Database
  config: Pick<Config, 'timeZone' | 'donationIntervalDays' | 'alertPolicy'>
  authSecret: string
  now: () => Date
}

/** Creates the function that asks the donors of all due blood requests. It returns how many requests were due. */
export function createPlanner({ db, config, authSecret, now }: Options) {
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

  /** @returns false when no blood request is due */
  const askForOne = async (): Promise<boolean> => {
    const at = now()
    const planning = {
      ...{ policy, hashNeed, now: at },
      answerShare: await answerShare(at),
      quietUntil: endOfQuietHours(at, config.timeZone, policy.quietHours),
      day: { intervalDays: config.donationIntervalDays, today: calendarDate(at, config.timeZone) },
    }
    return inTransaction(db, async db => {
      const bloodRequest = await lockDueBloodRequest(db, at)
      if (bloodRequest) await askDonors(db, bloodRequest, planning)
      return bloodRequest !== null
    })
  }

  return async (): Promise<number> => {
    let planned = 0
    while (await askForOne()) planned += 1
    return planned
  }
}

type Running = {
  planDueWaves: () => Promise<number>
  log: { warn: (details: object, message: string) => void }
}

/** Runs a planner once a second until it is stopped. */
export function startPlanner({ planDueWaves, log }: Running): { stop: () => Promise<void> } {
  let isFailing = false
  let looking = Promise.resolve()
  const look = async () => {
    try {
      await planDueWaves()
      isFailing = false
    } catch (error) {
      // Logged once per outage of the database. A wave that failed was rolled back, and is due at the next look.
      if (!isFailing) log.warn({ reason: String(error) }, 'alerts cannot be planned')
      isFailing = true
    }
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    looking = look().finally(() => {
      isLooking = false
    })
  }, LOOK_MS)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
