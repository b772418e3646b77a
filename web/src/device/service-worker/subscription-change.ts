import { listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { call } from '../../api/call.ts'
import { findSavedDevice, subscribeAgain } from '../push/subscription.ts'

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
