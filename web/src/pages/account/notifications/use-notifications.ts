import type { PushDevice } from '@blood-bank/contract/alerts/push-devices'
import { useQuery } from '@tanstack/react-query'
import { findPushSupport, readOwnPushDevices } from '../../../device/push/this-device.ts'
import { useActor } from '../../../session/session.ts'

/** Whether this browser shows notifications, and the actor's other devices that do. */
export type DeviceNotifications = {
  status: 'on' | 'off' | 'denied' | 'home-screen-needed' | 'unsupported'
  publicKey: string
  otherDevices: PushDevice[]
}

export const PUSH_DEVICES = ['alerts', 'push-devices']

/** Fetched again when the window gets the focus: the person may have changed the browser's settings. */
export function useNotifications() {
  const { id: userId } = useActor()
  return useQuery({
    queryKey: PUSH_DEVICES,
    queryFn: async ({ signal }): Promise<DeviceNotifications> => {
      const { publicKey, devices, thisDevice } = await readOwnPushDevices(userId, { signal })
      const otherDevices = devices.filter(({ id }) => id !== thisDevice?.id)
      return { status: thisDevice ? 'on' : statusWhenOff(), publicKey, otherDevices }
    },
    meta: { isForBrowser: true },
  })
}

function statusWhenOff() {
  const support = findPushSupport()
  if (support !== 'supported') return support
  return Notification.permission === 'denied' ? 'denied' : 'off'
}
