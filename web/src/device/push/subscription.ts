import { addPushDevice, listPushDevices, removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { call } from '../../api/call.ts'
import { browserRefusal } from '../../api/refusal.ts'
import { deleteSavedReplies, findSavedReply, saveReply } from '../saved-replies.ts'

/** This browser as a push device: its id on the server, and who turned on notifications here. */
export type SavedDevice = { id: string; userId: string }

const DEVICE_CACHE = 'push-device'
const DEVICE_PATH = '/account/push-device'

/** The saved device, or null if notifications are off in this browser. */
export async function findSavedDevice(): Promise<SavedDevice | null> {
  const saved = await findSavedReply(DEVICE_CACHE, DEVICE_PATH)
  return saved ? saved.json() : null
}

export const saveDevice = (device: SavedDevice): Promise<void> =>
  saveReply(DEVICE_CACHE, DEVICE_PATH, JSON.stringify(device))

export const deleteSavedDevice = (): Promise<void> => deleteSavedReplies(DEVICE_CACHE)

const NOT_SUBSCRIBED =
  "Your browser couldn't turn on notifications. Check your connection and try again, or use another browser. Emails come in any case."

type Subscriber = { publicKey: string; userId: string }

/**
 * Subscribes this browser to push messages of the site, tells the server, and saves it as a device of the person. Throws
 * a `Refusal` of the server or the browser; this browser is not subscribed then.
 */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  { publicKey, userId }: Subscriber,
): Promise<SavedDevice> {
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(error => {
      throw browserRefusal(NOT_SUBSCRIBED, error)
    })
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  try {
    const { id } = await call(addPushDevice, {
      body: { endpoint: subscription.endpoint, keys: { p256dh, auth } },
    })
    await saveDevice({ id, userId })
    return { id, userId }
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/**
 * Subscribes this browser after ending the subscription of the saved device, if there is one: it has ended already, or
 * belongs to another key of the site or to somebody else. Throws as `subscribe` does.
 */
export async function subscribeAgain(
  registration: ServiceWorkerRegistration,
  subscriber: Subscriber,
): Promise<SavedDevice> {
  const old = await findSavedDevice()
  // Removed first, as the number of devices is limited. That of somebody else is refused, and ends by itself.
  if (old) await removeDevice(old.id).catch(() => {})
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return subscribe(registration, subscriber)
}

/** Removes a device of the actor from the server. */
export const removeDevice = (id: string, options: { signal?: AbortSignal } = {}): Promise<void> =>
  call(removePushDevice, { params: { id } }, options)

/** Whether a subscription was made for the public key of the site. */
export function isFor(publicKey: string, { options }: PushSubscription): boolean {
  const key = options?.applicationServerKey
  return !key || toBase64url(key) === publicKey.replace(/=+$/, '')
}

const toBase64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Subscribes again when the browser has ended the subscription, for the person who turned on notifications here. Nobody
 * else gets them by it. If it fails, /account tries again when it is opened.
 */
export async function followSubscriptionChange(registration: ServiceWorkerRegistration): Promise<void> {
  const device = await findSavedDevice()
  if (!device) return
  const { user } = await call(readSession, {})
  if (user?.id !== device.userId) return
  const { publicKey } = await call(listPushDevices, {})
  await subscribeAgain(registration, { publicKey, userId: device.userId })
}
