import type { PushService } from '@blood-bank/server/testing/push-service'
import type { Visitor } from '../visitor.ts'

declare function mintSubscription(applicationServerKey: string): Promise<PushSubscriptionJSON>

/**
 * Lets a visitor's pages subscribe at a push service of ours. Chromium cannot reach a real one from here, and its
 * headless shell denies notifications to every page.
 */
export async function subscribeAt(service: PushService, { context }: Visitor): Promise<void> {
  await context.exposeFunction('mintSubscription', (key: string) => service.subscribe(key))
  await context.addInitScript(() => {
    if (!globalThis.PushManager) return
    const [SUBSCRIPTION, PERMISSION] = ['subscription', 'permission']
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0)).buffer

    /** The subscription survives a reload, as in a browser. */
    function findSubscription() {
      const saved = localStorage.getItem(SUBSCRIPTION)
      if (saved === null) return null
      const { key, subscription } = JSON.parse(saved)
      return {
        endpoint: subscription.endpoint,
        options: { applicationServerKey: bytesOf(key), userVisibleOnly: true },
        toJSON: () => subscription,
        async unsubscribe() {
          localStorage.removeItem(SUBSCRIPTION)
          return true
        },
      } as PushSubscription
    }
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem(PERMISSION) ?? 'default',
    })
    Notification.requestPermission = async () => {
      localStorage.setItem(PERMISSION, 'granted')
      return 'granted'
    }
    PushManager.prototype.getSubscription = async () => findSubscription()
    PushManager.prototype.subscribe = async ({ applicationServerKey: key } = {}) => {
      const subscription = await mintSubscription(String(key))
      localStorage.setItem(SUBSCRIPTION, JSON.stringify({ key, subscription }))
      return findSubscription() as PushSubscription
    }
  })
}

/** The endpoint of the visitor's subscription, or null. */
export const endpointOf = ({ page }: Visitor): Promise<string | null> =>
  page.evaluate(
    async () =>
      (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription())?.endpoint ??
      null,
  )
