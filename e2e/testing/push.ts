import type { PushService } from '@blood-bank/server/testing/push-service'
import { waitUntil } from './mailbox.ts'
import type { Visitor } from './visitor.ts'

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

/** A notification as the service worker shows it. */
type Shown = {
  title: string
  body: string
  tag: string
  data: { token: string | null }
  actions: { action: string; title: string }[]
}

/** What the service worker has besides the types of a page. `shown` and `opened` are added by `watchNotifications`. */
type WorkerScope = {
  registration: ServiceWorkerRegistration
  shown: Shown[]
  opened: string[]
  ServiceWorkerRegistration: typeof ServiceWorkerRegistration
  Clients: { prototype: { openWindow(url: string): Promise<null> } }
}

/**
 * Delivers push messages to the visitor's real service worker, by the protocol of Chromium's developer tools, and reads
 * what it shows. Where the browser may not show notifications (Chromium's headless shell), the calls of
 * `showNotification` are recorded instead. Windows that the worker opens are recorded: a browser allows them only after a
 * press of a person.
 */
export async function watchNotifications({ context, page }: Visitor) {
  const origin = new URL(page.url()).origin
  await context.grantPermissions(['notifications'], { origin })
  const devTools = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(recordNotifications)

  return {
    /** @returns the notification that the message led to */
    async deliver(message: string): Promise<Shown> {
      await worker.evaluate(() => void (globalThis as never as WorkerScope).shown.splice(0))
      await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: message })
      return waitUntil(() => worker.evaluate(readNotification))
    },
    /** Presses the notification, or a button of it. @returns the addresses that the worker opens */
    press: (action = ''): Promise<string[]> => worker.evaluate(pressNotification, action),
  }
}

function recordNotifications() {
  const scope = globalThis as never as WorkerScope
  scope.shown = []
  scope.opened = []
  const show = scope.ServiceWorkerRegistration.prototype.showNotification
  scope.ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    if (Notification.permission === 'granted') {
      await show.call(this, title, options)
      // What the browser has, not what it was asked for.
      scope.shown.push(...((await this.getNotifications(options)) as never as Shown[]))
    } else scope.shown.push({ ...options, title, close() {} } as never as Shown)
  }
  scope.Clients.prototype.openWindow = async url => {
    scope.opened.push(url)
    return null
  }
}

function readNotification(): Shown | undefined {
  const notification = (globalThis as never as WorkerScope).shown.at(-1)
  if (!notification) return undefined
  const { title, body, tag, data, actions } = notification
  return { title, body, tag, data, actions }
}

/** A press of a person cannot be simulated by the developer tools, so this dispatches the event. */
async function pressNotification(action: string): Promise<string[]> {
  const scope = globalThis as never as WorkerScope
  let answered: Promise<unknown> = Promise.resolve()
  const waitUntil = (promise: Promise<unknown>) => {
    answered = promise
  }
  const event = Object.assign(new Event('notificationclick'), {
    action,
    notification: scope.shown.at(-1),
    waitUntil,
  })
  dispatchEvent(event)
  await answered
  return scope.opened.splice(0)
}
