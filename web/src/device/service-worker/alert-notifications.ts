import { confirmAlertShown, declineAlert } from '@blood-bank/contract/alerts/answers'
import { call } from '../../api/call.ts'
import { answerNotSaved, DECLINE, type NotificationState, notificationFor } from './push-message.ts'

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
