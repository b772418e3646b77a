import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, maxLength } from '../forms.ts'

/** A person can get push messages on so many devices. */
export const MAX_PUSH_DEVICES = 10

/** A browser that shows alerts as notifications. */
export const PushDevice = z.object({
  id: Id,
  /** Names the browser and the system, such as "Chrome on Android". */
  name: z.string(),
  addedAt: z.iso.datetime(),
})
export type PushDevice = z.infer<typeof PushDevice>

export const PushDevices = z.object({
  /** The public key of the site (VAPID, RFC 8292), base64url: `applicationServerKey` of a subscription. */
  publicKey: z.string(),
  devices: z.array(PushDevice),
})
export type PushDevices = z.infer<typeof PushDevices>

const SUBSCRIPTION_INCOMPLETE = 'The browser sent an incomplete subscription. Reload this page and try again.'

/** Bytes as base64url without padding, whose length tells how many they are. */
function bytes(count: number) {
  const length = Math.ceil((count * 4) / 3)
  return z
    .string(SUBSCRIPTION_INCOMPLETE)
    .check(
      maxLength(length, SUBSCRIPTION_INCOMPLETE),
      z.minLength(length, SUBSCRIPTION_INCOMPLETE),
      z.base64url(SUBSCRIPTION_INCOMPLETE),
    )
}

/** What `PushSubscription.toJSON()` returns, without its `expirationTime`. */
const PushSubscriptionForm = z.strictObject({
  endpoint: z
    .string(SUBSCRIPTION_INCOMPLETE)
    .check(
      maxLength(1000, SUBSCRIPTION_INCOMPLETE),
      z.url({ protocol: /^https?$/, error: SUBSCRIPTION_INCOMPLETE }),
    ),
  keys: z.strictObject({
    /** An uncompressed point of P-256. */
    p256dh: bytes(65),
    auth: bytes(16),
  }),
})

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/push-devices',
  access: 'signed-in',
  summary: 'The devices on which I get alerts as notifications, and the public key of the site.',
  reply: { status: 200, body: PushDevices },
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/push-devices',
  access: 'signed-in',
  summary: 'Get alerts as notifications on this device. A subscription that exists already becomes mine.',
  body: PushSubscriptionForm,
  reply: { status: 201, body: PushDevice },
  refusals: ['alerts-for-donors', 'push-service-not-allowed', 'too-many-push-devices'],
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/accounts/mine/push-devices/:id',
  access: 'signed-in',
  summary: 'Get no more notifications on a device.',
  params: IdParams,
  reply: { status: 204 },
  refusals: ['push-device-not-found'],
})

/** The payload of a push message, encrypted for the device (RFC 8291). No patient and no phone number. */
export const PushMessage = z.object({
  kind: z.enum(['alert', 'test-alert', 'thank-you', 'on-call']),
  /** Such as "O+ needed today". */
  title: z.string(),
  /** Such as "City Hospital, 2 units"; without a hospital that may not be shown to anybody. */
  body: z.string(),
  /** The token of the answer page; null in all but alerts. */
  token: z.nullable(z.string()),
  /** The request that somebody on call is told of. */
  bloodRequestId: z.optional(Id),
  /** The same in all messages of one alert: one that is sent again replaces the notification. The token differs. */
  topic: z.string(),
})
export type PushMessage = z.infer<typeof PushMessage>
