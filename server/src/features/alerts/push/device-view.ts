import type { PushDevice } from '@blood-bank/contract/alerts/push-devices'
import type { PushDeviceRow } from './tables.ts'

/** A device for its owner, without what is needed to send to it. */
export const pushDeviceForOwner = ({ id, name, addedAt }: PushDeviceRow): PushDevice => ({
  id,
  name,
  addedAt: addedAt.toISOString(),
})

/** A device for the account export, with the push service that knows of it. */
export const pushDeviceForExport = ({ name, addedAt, endpoint }: PushDeviceRow) => ({
  name,
  addedAt: addedAt.toISOString(),
  pushService: new URL(endpoint).hostname,
})
