import type { readSession } from '@blood-bank/contract/sessions/endpoints'
import { call } from '../../api/call.ts'
import { findSavedDevice, LIST, subscribeAgain } from '../push/subscription.ts'

/** The endpoint without its schemas. */
const READ_SESSION = { method: 'GET', path: '/api/session' } as typeof readSession

/**
 * Subscribes again when the browser has ended the subscription, for the person who turned on notifications here. Nobody
 * else gets them by it. If it fails, /account tries again when it is opened.
 */
export async function followSubscriptionChange(registration: ServiceWorkerRegistration): Promise<void> {
  const device = await findSavedDevice()
  if (!device) return
  const { user } = await call(READ_SESSION, {})
  if (user?.id !== device.userId) return
  const { publicKey } = await call(LIST, {})
  await subscribeAgain(registration, { publicKey, userId: device.userId })
}
