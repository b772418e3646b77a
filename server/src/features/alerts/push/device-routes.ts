import { ECDH } from 'node:crypto'
import {
  addPushDevice,
  listPushDevices,
  MAX_PUSH_DEVICES,
  removePushDevice,
} from '@blood-bank/contract/alerts/push-devices'
import { serve } from '../../../identity/access/serve.ts'
import type { AccountMailKind } from '../../../identity/passwords/mails.ts'
import type { SessionContext } from '../../../identity/sessions/session-context.ts'
import { findUser, lockUser } from '../../../identity/users/store.ts'
import { inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { nameOfDevice } from '../../../platform/http/device-name.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { enqueueNotices } from '../../../platform/mail/outbox.ts'
import type { GetPushKey } from '../../../platform/push/push-keys.ts'
import { pushServiceOf } from '../../../platform/push/push-services.ts'
import { findDonorOfUser } from '../../donors/queries.ts'
import {
  findOwnerOfPushDevice,
  listPushDevicesOf,
  removeOwnPushDevice,
  savePushDevice,
} from './device-store.ts'
import type { PushDeviceRow } from './tables.ts'
import { pushDeviceForOwner } from './view.ts'

/** The browsers in which a donor gets alerts as notifications. */
export function pushDeviceRoutes(
  { http, db, config, devices, recordSecurityEvent }: SessionContext,
  getPushKey: GetPushKey,
): void {
  serve(http, listPushDevices, async ({ actor }) => ({
    publicKey: (await getPushKey()).publicKey,
    devices: (await listPushDevicesOf(db, actor.id)).map(pushDeviceForOwner),
  }))

  serve(http, addPushDevice, async ({ body: { endpoint, keys }, actor, req }) => {
    const isAllowed = pushServiceOf(endpoint, config.push.extraServices) !== null
    if (!isAllowed || !isPoint(keys.p256dh)) throw refuse('push-service-not-allowed')
    const { id: pushKeyId } = await getPushKey()
    const name = nameOfDevice(req.headers['user-agent'])
    const browser = (await devices.find(req, actor.email))?.nonce ?? null
    const device = { userId: actor.id, pushKeyId, endpoint, ...keys, name, browser }
    const { added, previousOwnerId } = await inTransaction(db, db => addDevice(db, device))
    if (previousOwnerId !== null)
      recordSecurityEvent('push-device-moved', { userId: actor.id, previousUserId: previousOwnerId })
    return pushDeviceForOwner(added)
  })

  serve(http, removePushDevice, async ({ params: { id }, actor }) => {
    if (!(await removeOwnPushDevice(db, { id, userId: actor.id }))) throw refuse('push-device-not-found')
    return undefined
  })
}

/**
 * Adds a device. The user is locked, so that several browsers that are added at once are counted. Whoever had the device
 * before is told: its address may have been stolen.
 */
async function addDevice(
  db: Transaction,
  device: Parameters<typeof savePushDevice>[1],
): Promise<{ added: PushDeviceRow; previousOwnerId: string | null }> {
  await lockUser(db, device.userId)
  if (!(await findDonorOfUser(db, device.userId))) throw refuse('alerts-for-donors')
  const devices = await listPushDevicesOf(db, device.userId)
  const others = devices.filter(({ endpoint }) => endpoint !== device.endpoint)
  if (others.length >= MAX_PUSH_DEVICES) throw refuse('too-many-push-devices')
  const ownerId = await findOwnerOfPushDevice(db, device.endpoint)
  const previousOwner = ownerId === null || ownerId === device.userId ? null : await findUser(db, ownerId)
  const added = await savePushDevice(db, device)
  if (previousOwner) {
    const kind: AccountMailKind = 'push-device-moved'
    await enqueueNotices(db, kind, [{ recipient: previousOwner.email }], { causedBy: device.userId })
  }
  return { added, previousOwnerId: previousOwner?.id ?? null }
}

/** Whether a key is an uncompressed point of the curve: messages can be encrypted for no other key. */
function isPoint(text: string): boolean {
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === text
  } catch {
    return false
  }
}
