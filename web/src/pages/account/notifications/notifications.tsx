import { type PushDevice, removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { Moment } from '../../../api/moment.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { findPushSupport, readOwnPushDevices } from '../../../device/push/this-device.ts'
import { TestAlertButton } from '../../../features/alerts/test-alert-button.tsx'
import { useActor } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Announcement } from '../../../ui/feedback/announcement.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { AccountPart } from '../account-row.tsx'
import styles from './notifications.module.css'
import { type NotificationStatus, ThisDevice } from './this-device.tsx'

const PUSH_DEVICES = ['alerts', 'push-devices']

/** Alerts as notifications: on this device, and the list of the actor's other devices. */
export function Notifications() {
  const heading = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const notifications = useNotifications()
  const { data } = notifications
  const [removed, setRemoved] = useState<string | null>(null)
  const focusHeading = () => heading.current?.focus()
  const noteRemoved = (name: string) => {
    setRemoved(name)
    focusHeading()
  }
  const refresh = () => client.invalidateQueries({ queryKey: PUSH_DEVICES })
  return (
    <AccountPart title="Notifications on this device" headingRef={heading}>
      {notifications.isPending && <LineSkeleton />}
      <FetchFailure query={notifications} failed="Failed to load your devices." />
      {data && (
        <ThisDevice status={data.status} publicKey={data.publicKey} onGone={focusHeading} refresh={refresh} />
      )}
      {data && data.otherDevices.length > 0 && (
        <OtherDevices devices={data.otherDevices} onRemoved={noteRemoved} refresh={refresh} />
      )}
      <Announcement>{removed && `${removed} gets no more notifications.`}</Announcement>
      <TestAlertButton />
    </AccountPart>
  )
}

type OtherProps = { devices: PushDevice[]; onRemoved: (name: string) => void; refresh: () => Promise<void> }

/** The actor's other devices that show notifications, each with a button that ends it there. */
function OtherDevices({ devices, onRemoved, refresh }: OtherProps) {
  const removing = useMutation({
    mutationFn: ({ id }: PushDevice) => call(removePushDevice, { params: { id } }),
    onSuccess: (_, { name }) => onRemoved(name),
    onSettled: refresh,
  })
  return (
    <>
      <p>You get notifications on these other devices:</p>
      <ul className={styles.list}>
        {devices.map(device => (
          <li key={device.id} className={styles.device}>
            <span className={styles.name}>
              {device.name}, since <Moment at={device.addedAt} />
            </span>
            <Button
              aria-label={`Remove ${device.name}`}
              isBusy={removing.isPending}
              onClick={() => removing.mutate(device)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <MutationNotice of={removing} failed="Failed to remove the device. Please try again." />
    </>
  )
}

/**
 * Whether this browser shows notifications, and the actor's other devices that do. Fetched again when the window gets
 * the focus: the person may have changed the browser's settings.
 */
function useNotifications() {
  const { id: userId } = useActor()
  return useQuery({
    queryKey: PUSH_DEVICES,
    queryFn: async ({ signal }) => {
      const { publicKey, devices, thisDevice } = await readOwnPushDevices(userId, { signal })
      const otherDevices = devices.filter(({ id }) => id !== thisDevice?.id)
      const status: NotificationStatus = thisDevice ? 'on' : statusWhenOff()
      return { status, publicKey, otherDevices }
    },
    meta: { isForBrowser: true },
  })
}

function statusWhenOff() {
  const support = findPushSupport()
  if (support !== 'supported') return support
  return Notification.permission === 'denied' ? 'denied' : 'off'
}
