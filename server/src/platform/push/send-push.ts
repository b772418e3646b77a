import type { LookupFunction } from 'node:net'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { SignJWT } from 'jose'
import type { Config } from '../../config.ts'
import type { Database } from '../database/connection.ts'
import type { WarningLog } from '../http/log.ts'
import { callService, createAgents, reasonOf, type ServiceReply } from '../network/call-service.ts'
import { createPublicLookup } from '../network/public-lookup.ts'
import { ALGORITHM, createPushKeys, type PushKey } from './push-keys.ts'
import { pushServiceOf } from './push-services.ts'

export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

export type PushOptions = {
  /** How long the push service keeps the message for a device that is offline. */
  ttlSeconds: number
  urgency: 'high' | 'normal' | 'low'
  /** A message replaces a waiting one of the same topic; at most 32 characters of base64url. */
  topic: string
}

/**
 * What became of a message. `gone`: the subscription has ended; `rejected`: the push service does not take this message;
 * `failed`: trying again may help.
 */
type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'failed'; reason: string; retryAfterSeconds: number }

/** Encrypts a message for a device (RFC 8291) and hands it to the push service (RFC 8030). */
export type SendPush = (
  subscription: PushSubscription,
  message: object,
  options: PushOptions,
) => Promise<PushOutcome>

type Options = {
  db: Database
  config: Pick<Config, 'push'>
  authSecret: string
  log: WarningLog
  now: () => Date
  lookup?: LookupFunction
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Push services accept at most 24 hours. Clocks may differ. */
const TOKEN_LIFETIME_S = 12 * 3_600
const MAX_SOCKETS = 10

/** Creates the sender of a server. Connections are reused, and redirects are not followed. */
export function createPushSender(options: Options): SendPush {
  const { db, config, authSecret, log, now, lookup = createPublicLookup(), timeoutMs = TIMEOUT_MS } = options
  const { subject, extraServices } = config.push
  const getPushKey = createPushKeys({ db, secret: authSecret, log })
  const connections = { keepAlive: true, maxSockets: MAX_SOCKETS }
  const toPublic = createAgents({ ...connections, lookup })['https:']
  const toExtra = createAgents(connections)

  const authorize = async ({ publicKey, privateKey }: PushKey, audience: string): Promise<string> => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setAudience(audience)
      .setExpirationTime(Math.floor(now().getTime() / 1000) + TOKEN_LIFETIME_S)
      .setSubject(subject)
      .sign(privateKey)
    return `vapid t=${token}, k=${publicKey}`
  }

  return async ({ endpoint, p256dh, auth }, message, { ttlSeconds, urgency, topic }) => {
    // Checked when the device was added, too; the list may have become shorter since then.
    const service = pushServiceOf(endpoint, extraServices)
    if (service === null) return { kind: 'rejected', reason: 'the push service is not allowed' }
    const url = new URL(endpoint)
    const body = await encryptNotification(
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      Buffer.from(JSON.stringify(message)),
    )
    const headers = {
      authorization: await authorize(await getPushKey(), url.origin),
      'content-encoding': 'aes128gcm',
      'content-length': body.byteLength,
      'content-type': 'application/octet-stream',
      ttl: ttlSeconds,
      urgency,
      topic,
    }
    const agent = service === 'public' ? toPublic : toExtra[url.protocol === 'http:' ? 'http:' : 'https:']
    try {
      // The text is not read, because push services quote the endpoint in it.
      const call = { method: 'POST', headers, agent, body, timeoutMs, maxReplyBytes: 0 } as const
      return outcomeOf(await callService(url, call), now())
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error, 'the push service'), retryAfterSeconds: 0 }
    }
  }
}

/**
 * Beside errors of the push service itself. The signature was not accepted (401, 403), which a clock that is wrong for a
 * moment causes for every device.
 */
const RETRIED = [401, 403, 429]

function outcomeOf({ status, headers }: ServiceReply, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `the push service answered ${status}`
  if (RETRIED.includes(status) || status >= 500)
    return { kind: 'failed', reason, retryAfterSeconds: secondsOf(headers['retry-after'], now) }
  return { kind: 'rejected', reason }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter = '', now: Date): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
