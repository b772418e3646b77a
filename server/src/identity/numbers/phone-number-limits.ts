import {
  tooManyNumbersMessage,
  tooManyNumbersOnNetworkMessage,
  tooManyNumbersUnverifiedMessage,
} from '@blood-bank/contract/numbers/contact-numbers'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/paging'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Config } from '../../config.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { NumberedReply, PhoneNumberLimits } from '../access/number-limits.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'
import { type CachedAccount, createAccountCache } from './account-cache.ts'
import { createPhoneNumberHash } from './hash-phone-number.ts'
import { createLimitAlerts } from './limit-alerts.ts'
import { createNetworkLimits } from './network-limits.ts'
import { createSynchronization } from './synchronization.ts'
import {
  countNumbers,
  findRetryTime,
  type NumberLimits,
  removeOldNumbersFrom,
  WINDOWS,
  WINDOWS_MS,
} from './time-windows.ts'

const MINUTE_MS = 60_000

type Actor = Pick<User, 'id' | 'emailVerified'>

type Options = {
  db: Database
  authSecret: string
  config: Pick<Config, 'limits' | 'timeZone'>
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
}

/**
 * Limits how many distinct phone numbers an account is sent in an hour and in a day (decision 16). Each server counts in
 * memory; `synchronize`, called about once a second, adds up the counts of all servers. An account can exceed its limit
 * by what several servers send it between two synchronizations. Unverified accounts are limited for their network, too.
 */
export function createPhoneNumberLimits({
  db,
  authSecret,
  config,
  recordSecurityEvent,
  now,
}: Options): PhoneNumberLimits {
  const { numbers: limits, unverifiedPageSize } = config.limits
  const hashNumber = createPhoneNumberHash(authSecret)
  const accounts = createAccountCache()
  const networks = createNetworkLimits({ perAccount: limits.unverified.hour, now })
  const synchronization = createSynchronization(db, accounts)
  const alerts = createLimitAlerts({ recordSecurityEvent })

  const limitsOf = ({ emailVerified }: Actor) => (emailVerified ? limits.verified : limits.unverified)

  function countReply(actor: Actor, account: CachedAccount, reply: NumberedReply) {
    const { sent, countedUntil } = account
    const limits = limitsOf(actor)
    const time = now().getTime()
    synchronization.markUsed(actor.id)
    removeOldNumbersFrom(sent, time - WINDOWS_MS.day)
    const added = reply.numbers.filter(number => !sent.has(number))
    const refusal = findRetryTime(sent, { more: added.length, limits, now: time })
    if (!refusal) {
      for (const number of added) sent.set(number, time)
      if (added.length > 0)
        synchronization.enqueueReply({ userId: actor.id, sentAt: new Date(time), numbers: added })
      const firstCountedAt = Math.min(...reply.numbers.map(number => sent.get(number) ?? time))
      countedUntil.set(reply, firstCountedAt + WINDOWS_MS.day)
      accounts.updateSize(actor.id)
    }
    const counts = countNumbers(sent, time)
    const refusedBy = refusal?.window ?? null
    if (alerts.raise({ userId: actor.id, counts, limits, refusedBy, now: time }))
      synchronization.enqueueWarning({
        userId: actor.id,
        lastHour: counts.hour,
        lastDay: counts.day,
        wasRefused: refusal !== null,
        warnedAt: new Date(time),
      })
    if (refusal)
      throw tooManyNumbers(
        refusal.at,
        actor.emailVerified ? tooManyNumbersMessage : tooManyNumbersUnverifiedMessage,
      )
  }

  function tooManyNumbers(retryAt: number, messageUntil: (until: string) => string) {
    // Rounded up: the reply must fit at the minute that the message names.
    const until = new Date(Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS)
    return refuse('too-many-numbers', {
      message: messageUntil(formatUsTime(until, config.timeZone)),
      retryAfterSeconds: (retryAt - now().getTime()) / 1000,
    })
  }

  return {
    hashDistinct: texts => [...new Set(texts.flatMap(text => (text === null ? [] : hashNumber(text))))],

    maxPageSizeFor(actor) {
      const { hour, day } = limitsOf(actor)
      const maxPageSize = actor.emailVerified ? MAX_PAGE_SIZE : unverifiedPageSize
      return Math.min(maxPageSize, hour, day)
    },

    async count(actor, reply) {
      if (reply.numbers.length === 0 || !isLimited(limitsOf(actor))) return
      const cached = accounts.find(actor.id)
      if ((cached?.countedUntil.get(reply) ?? 0) > now().getTime()) return
      countReply(actor, await synchronization.getAccount(actor.id, cached), reply)
    },

    countForNetwork(address, reply) {
      const retryAt = networks.count(address, reply)
      if (retryAt !== null) throw tooManyNumbers(retryAt, tooManyNumbersOnNetworkMessage)
    },

    synchronize: synchronization.synchronize,

    listAccountsNearLimit: () =>
      alerts.list(userId => countNumbers(accounts.peek(userId)?.sent ?? new Map(), now().getTime())),
  }
}

const isLimited = (limits: NumberLimits) =>
  WINDOWS.some(window => limits[window] !== Number.POSITIVE_INFINITY)
