import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { Job, TaskList } from 'graphile-worker'
import type { Database } from '../../../platform/database/connection.ts'
import type { WarningLog } from '../../../platform/http/log.ts'
import { type DeliveryState, planRetry } from '../../../platform/jobs/attempts.ts'
import type { SendText } from '../../../platform/text-messages/send-text.ts'
import type { AlertMetrics } from '../metrics.ts'
import type { ComposedText } from './compose-alert-text.ts'
import { SEND_TEXT, type WaitingText } from './enqueue-texts.ts'

/** Nobody waits longer for a code. An alert has its own life. */
const CODE_LIFETIME_MS = 5 * MINUTE_MS

/** A gateway that fails now and then is no news. */
const WARNING_INTERVAL_MS = HOUR_MS

type Composed = Promise<ComposedText | null>

/** Each composes the text messages of one kind; null when there is nothing to send (any more). */
type Composers = {
  [Kind in WaitingText['kind']]: (db: Database, waiting: Extract<WaitingText, { kind: Kind }>) => Composed
}

type Options = {
  db: Database
  /** Ends by itself, long before another server would run the job again (`platform/jobs/run-jobs.ts`). */
  send: SendText
  composers: Composers
  alertMetrics: Pick<AlertMetrics, 'recordDelivery'>
  now: () => Date
  log: WarningLog
}

/**
 * The job that sends one text message, with growing pauses between the attempts as long as the message is alive. One that
 * the gateway does not take until then leaves a dead job with the gateway's words: the overview shows them.
 */
export function sendTextJob({ db, send, composers, alertMetrics, now, log }: Options): TaskList {
  const gateway = createGatewayLog(log, now)
  return {
    [SEND_TEXT]: async (payload, { job }) => {
      const waiting = payload as WaitingText
      const record = (state: DeliveryState) => {
        if (waiting.kind === 'alert') alertMetrics.recordDelivery('text', state)
      }
      const outcome = await deliver(waiting, job)
      if (outcome === 'sent' || outcome === 'dropped') return record(outcome)
      if (outcome.isGivenUp) record('failed')
      throw new Error(outcome.reason)
    },
  }

  async function deliver(waiting: WaitingText, job: Job): Promise<Delivery> {
    const isLate = waiting.kind === 'code' && ageOf(job) > CODE_LIFETIME_MS
    const compose = composers[waiting.kind] as (db: Database, waiting: WaitingText) => Composed
    const text = isLate ? null : await compose(db, waiting)
    if (!text) return 'dropped'
    const { phone, message, expiresAt, undo } = text
    const outcome = await send({ phone, message })
    if (outcome.kind === 'sent') {
      gateway.works()
      return 'sent'
    }
    if (outcome.isUnsent) await undo?.()
    const lifetimeSeconds = (expiresAt.getTime() - now().getTime()) / 1000
    const isGivenUp = await planRetry(db, job, { waitSeconds: 0, lifetimeSeconds })
    gateway.fails(outcome.reason)
    return { reason: outcome.reason, isGivenUp }
  }
}

/** By the clock of the database, which sets both times. */
const ageOf = ({ locked_at, created_at }: Job) => Number(locked_at) - created_at.getTime()

type Delivery = 'sent' | 'dropped' | { reason: string; isGivenUp: boolean }

/** Logs that the gateway fails, and that it works again, once for each time that it is broken. */
function createGatewayLog(log: WarningLog, now: () => Date) {
  let isBroken = false
  let warnedAt = -Infinity
  return {
    works() {
      if (isBroken) log.warn({}, 'text messages are sent again')
      isBroken = false
    },
    fails(reason: string) {
      if (isBroken || now().getTime() - warnedAt < WARNING_INTERVAL_MS) return
      isBroken = true
      warnedAt = now().getTime()
      log.warn({ reason }, 'text messages cannot be sent')
    },
  }
}
