import { vi } from 'vitest'

export type PushSetting = {
  permission?: NotificationPermission
  /** What the person chooses when the browser asks. */
  chooses?: NotificationPermission
  /** The key of the site for which this browser is subscribed already. */
  subscribedFor?: string
  /** Whether the browser cannot reach its push service. */
  failsToSubscribe?: boolean
}

/** A public key as a site has it: 65 bytes as base64url. */
export const aPublicKey = (fill: number) =>
  btoa(String.fromCharCode(4, ...Array<number>(64).fill(fill)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Replaces `Notification` and the push manager of a registration, which the test environment lacks. */
export function startPush(setting: PushSetting) {
  const { permission = 'default', chooses = 'granted', subscribedFor, failsToSubscribe = false } = setting
  let subscriptions = 0
  const aSubscription = (key: string) => {
    subscriptions += 1
    const endpoint = `https://push.example/${subscriptions}`
    return {
      key,
      endpoint,
      options: { applicationServerKey: bytesOf(key).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: aPublicKey(1), auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    }
  }
  let subscription = subscribedFor === undefined ? null : aSubscription(subscribedFor)
  let answer = chooses
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer
      return answer
    }),
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  return {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (failsToSubscribe) throw new DOMException('Registration failed', 'AbortError')
        if (subscription && subscription.key !== applicationServerKey)
          throw new DOMException('Subscribed with another key', 'InvalidStateError')
        subscription ??= aSubscription(applicationServerKey)
        return subscription
      },
    },
    requestPermission: notification.requestPermission,
    /** What the person chooses when the browser asks again. */
    answerNext: (permission: NotificationPermission) => {
      answer = permission
    },
    /** The endpoint of the current subscription. */
    endpoint: () => subscription?.endpoint ?? null,
  }
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
