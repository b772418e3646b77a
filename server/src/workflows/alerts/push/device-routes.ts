import { ECDH } from 'node:crypto'
import {
  addPushDevice,
  listPushDevices,
  MAX_PUSH_DEVICES,
  removePushDevice,
} from '@blood-bank/contract/push-devices'
import { findDonorOfUser } from '../../../features/donors/queries.ts'
import type { Context } from '../../../identity/endpoints/context.ts'
import { serve } from '../../../identity/endpoints/serve.ts'
import { nameOfDevice } from '../../../identity/push-devices/device-name.ts'
import {
  listPushDevicesOf,
  removeOwnPushDevice,
  savePushDevice,
} from '../../../identity/push-devices/store.ts'
import type { PushDeviceRow } from '../../../identity/push-devices/tables.ts'
import { pushDeviceForOwner } from '../../../identity/push-devices/view.ts'
import { lockUser } from '../../../identity/users/store.ts'
import { type Database, inTransaction } from '../../../platform/database/connection.ts'
import type { GetPushKey } from '../../../platform/push/push-keys.ts'
import { pushServiceOf } from '../../../platform/push/push-services.ts'
import { refuse } from '../../../platform/refuse.ts'

/** The browsers in which a donor gets alerts as notifications. */
export function pushDeviceRoutes({ http, db, config }: Context, getPushKey: GetPushKey): void {
  serve(http, listPushDevices, async ({ actor }) => ({
    publicKey: (await getPushKey()).publicKey,
    devices: (await listPushDevicesOf(db, actor.id)).map(pushDeviceForOwner),
  }))

  serve(http, addPushDevice, async ({ body: { endpoint, keys }, actor, req }) => {
    const isAllowed = pushServiceOf(endpoint, config.push.extraServices) !== null
    if (!isAllowed || !isPoint(keys.p256dh)) throw refuse('push-service-not-allowed')
    const { id: pushKeyId } = await getPushKey()
    const name = nameOfDevice(req.headers['user-agent'])
    const device = { userId: actor.id, pushKeyId, endpoint, ...keys, name }
    return pushDeviceForOwner(await inTransaction(db, db => addDevice(db, device)))
  })

  serve(http, removePushDevice, async ({ params: { id }, actor }) => {
    if (!(await removeOwnPushDevice(db, { id, userId: actor.id }))) throw refuse('push-device-not-found')
    return undefined
  })
}

/** The user is locked, so that several browsers that are added at once are counted. */
async function addDevice(db: Database, device: Parameters<typeof savePushDevice>[1]): Promise<PushDeviceRow> {
  await lockUser(db, device.userId)
  if (!(await findDonorOfUser(db, device.userId))) throw refuse('alerts-for-donors')
  const devices = await listPushDevicesOf(db, device.userId)
  const others = devices.filter(({ endpoint }) => endpoint !== device.endpoint)
  if (others.length >= MAX_PUSH_DEVICES) throw refuse('too-many-push-devices')
  return savePushDevice(db, device)
}

/** Whether a key is an uncompressed point of the curve: messages can be encrypted for no other key. */
function isPoint(text: string): boolean {
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === text
  } catch {
    return false
  }
}
