import { confirmAlertShown, declineAlert } from '@blood-bank/contract/alerts/answers'
import type { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import { call } from '../../api/call.ts'

type Shower = Pick<ServiceWorkerRegistration, 'showNotification'>

/**
 * Shows the notification for a push message, and tells the server so: it need not text an alert that has been shown. A
 * confirmation that fails costs a text message.
 */
export async function showAlert(registration: Shower, message: { text(): string } | null): Promise<void> {
  const { title, options } = notificationFor(message?.text())
  await registration.showNotification(title, options)
  const { token } = options.data
  if (token !== null) await call(confirmAlertShown, { body: { token } }).catch(() => {})
}

type Press = { action: string; notification: Pick<Notification, 'data' | 'tag' | 'close'> }

/**
 * Acts on the press of a notification: declines the alert, or opens a page. The answer page opens in a window of its own:
 * an open one has removed its token from the address, so that nobody can tell whose it is.
 */
export async function answerPress(
  { action, notification }: Press,
  { registration, clients }: { registration: Shower; clients: Pick<Clients, 'openWindow'> },
): Promise<void> {
  const { token, page = '/account#alerts' }: NotificationState = notification.data
  notification.close()
  if (token === null) await clients.openWindow(page)
  else if (action === DECLINE) await decline(registration, { token, tag: notification.tag })
  else await clients.openWindow(`/answer#token=${token}`)
}

async function decline(registration: Shower, alert: { token: string; tag: string }) {
  try {
    await call(declineAlert, { body: { token: alert.token } })
  } catch {
    const { title, options } = answerNotSaved(alert)
    await registration.showNotification(title, options)
  }
}

/** The arguments of `showNotification`. */
type AlertNotification = {
  title: string
  options: NotificationOptions & NotificationActions & { data: NotificationState }
}

/** Not in every browser, and so not in the types. */
type NotificationActions = { actions?: { action: string; title: string }[]; renotify?: boolean }

/** What a notification keeps for a press: the token of the answer page, or else the page that it opens. */
type NotificationState = { token: string | null; page?: string }

/** The button that declines. Accepting opens the page, where consent is given. */
const DECLINE = 'decline'

/** What a press opens where nothing is to be answered. */
const PAGES: Record<Exclude<PushMessage['kind'], 'alert'>, string> = {
  'test-alert': '/account#alerts',
  'thank-you': '/dashboard',
  'on-call': '/call-donors',
}

const ICON = '/icons/icon-192.png'

/** Browsers require a notification for every push message, and end subscriptions that show none. */
const UNREADABLE: PushMessage = {
  kind: 'test-alert',
  title: 'Somebody needs blood',
  body: 'Open your alerts.',
  token: null,
  topic: 'unreadable',
}

/** The notification for a push message, as encrypted by the server. */
function notificationFor(text: string | undefined): AlertNotification {
  const { kind, title, body, token, topic, bloodRequestId } = readMessage(text) ?? UNREADABLE
  const query = bloodRequestId ? `?request=${encodeURIComponent(bloodRequestId)}` : ''
  return {
    title,
    options: {
      body,
      icon: ICON,
      lang: 'en',
      data: {
        token,
        ...(kind !== 'alert' && { page: `${PAGES[kind]}${query}` }),
      } satisfies NotificationState,
      // A message that is sent again replaces its notification in silence. A test is announced every time.
      tag: topic,
      renotify: kind === 'test-alert',
      ...(token !== null && { actions: [{ action: DECLINE, title: 'Not this time' }] }),
    },
  }
}

/** Shown when "Not this time" could not be sent. */
const answerNotSaved = ({ token, tag }: { token: string; tag: string }): AlertNotification => ({
  title: "Your answer wasn't saved",
  options: {
    body: 'Press here to answer on the page.',
    icon: ICON,
    lang: 'en',
    data: { token } satisfies NotificationState,
    tag,
  },
})

/** Checks the fields by hand: the contract's schema would add its library to the service worker. */
function readMessage(text = ''): PushMessage | null {
  const message: unknown = parse(text)
  return isPushMessage(message) ? message : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isPushMessage(message: unknown): message is PushMessage {
  if (typeof message !== 'object' || message === null) return false
  const { kind, title, body, token, topic }: { [name in keyof PushMessage]?: unknown } = message
  if (typeof title !== 'string' || title === '' || typeof body !== 'string' || typeof topic !== 'string')
    return false
  return kind === 'alert'
    ? typeof token === 'string' && token !== ''
    : typeof kind === 'string' && Object.hasOwn(PAGES, kind) && token === null
}
