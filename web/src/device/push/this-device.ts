import { listPushDevices, type PushDevices } from '@blood-bank/contract/alerts/push-devices'
import { call } from '../../api/call.ts'
import { browserRefusal, isRefusal } from '../../api/refusal.ts'
import { findServiceWorkers } from '../../ui/browser/capabilities.ts'
import { findRegistration, registerWorker, removeUnusedWorker } from '../offline/worker-registration.ts'
import {
  deleteSavedDevice,
  findSavedDevice,
  isFor,
  removeDevice,
  type SavedDevice,
  subscribeAgain,
} from './subscription.ts'

/** A sign-out waits for the server at most so long. */
const SIGN_OUT_TIMEOUT_MS = 4_000

/** Shown when the person closed the browser's question. */
const NOT_ANSWERED =
  'Your browser asked whether to allow notifications. Press the button again, and choose Allow.'

/** Whether this browser can show notifications; `home-screen-needed` on an iPhone or iPad, once the site is an app. */
type PushSupport = 'supported' | 'home-screen-needed' | 'unsupported'

export function findPushSupport(): PushSupport {
  const isSupported =
    findServiceWorkers() && 'PushManager' in window && 'Notification' in window && 'caches' in window
  if (isSupported) return 'supported'
  return isAppleMobile() && !isHomeScreenApp() ? 'home-screen-needed' : 'unsupported'
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isHomeScreenApp = () => (navigator as { standalone?: boolean }).standalone === true

/**
 * Asks for the permission to show notifications. Call it when a button is pressed: browsers ignore the question
 * otherwise. @returns whether it is granted; false if the browser blocks them. Throws if the person did not choose.
 */
export async function askPermission(): Promise<boolean> {
  const permission = await Notification.requestPermission()
  if (permission === 'default') throw browserRefusal(NOT_ANSWERED)
  return permission === 'granted'
}

/** Turns on notifications in this browser. Throws if that fails; everything is undone then. */
export async function turnOnNotifications(person: { publicKey: string; userId: string }): Promise<void> {
  try {
    // Again: the browser may still be subscribed for somebody else, or for an earlier key of the site.
    await subscribeAgain(await registerWorker(), person)
  } catch (error) {
    // A partial setup would leave a service worker that nobody asked for.
    await removeUnusedWorker()
    throw error
  }
}

/** Turns off notifications in this browser. Throws the `Refusal` of the server; they stay on then. */
export async function turnOffNotifications(): Promise<void> {
  const device = await findSavedDevice()
  if (device)
    await removeDevice(device.id).catch(error => {
      if (!isRefusal(error, 'push-device-not-found')) throw error
    })
  await unsubscribe()
}

/** Turns off notifications before a sign-out, also if the server can't be told: its next message finds nobody then. */
export async function leaveDevice(): Promise<void> {
  const device = await findSavedDevice()
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS)
  if (device) await removeDevice(device.id, { signal }).catch(() => {})
  await unsubscribe()
}

/** The devices of the actor, and which of them this browser is. */
type OwnPushDevices = PushDevices & { thisDevice: SavedDevice | null }

/**
 * Reads the actor's devices. Subscribes this browser again if its subscription has ended or belongs to another key of the
 * site, and ends the subscription if the device was removed elsewhere.
 */
export async function readOwnPushDevices(
  userId: string,
  options: { signal?: AbortSignal },
): Promise<OwnPushDevices> {
  // Before the list: a device that is added meanwhile is missing in the list, and is not removed.
  const saved = await findSavedDevice()
  const list = await call(listPushDevices, {}, options)
  const thisDevice = saved?.userId === userId ? await checkDevice(saved, list) : null
  const isListed = !thisDevice || list.devices.some(({ id }) => id === thisDevice.id)
  return { ...(isListed ? list : await call(listPushDevices, {}, options)), thisDevice }
}

async function checkDevice(saved: SavedDevice, { publicKey, devices }: PushDevices) {
  if (Notification.permission !== 'granted') return null
  const registration = await findRegistration()
  if (!registration || !devices.some(({ id }) => id === saved.id)) {
    if ((await findSavedDevice())?.id === saved.id) await unsubscribe()
    return null
  }
  const subscription = await registration.pushManager.getSubscription()
  if (subscription && isFor(publicKey, subscription)) return saved
  return subscribeAgain(registration, { publicKey, userId: saved.userId }).catch(() => null)
}

async function unsubscribe() {
  const registration = await findRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await deleteSavedDevice()
  await removeUnusedWorker()
}
