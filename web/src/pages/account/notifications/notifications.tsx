import { useRef } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { TestAlertButton } from '../../../features/alerts/test-alert-button.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { AccountPart } from '../account-row.tsx'
import { OtherDevices } from './other-devices.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'
import { type DeviceNotifications, useNotifications } from './use-notifications.ts'

/** Alerts as notifications: on this device, and the list of the actor's other devices. */
export function Notifications() {
  const heading = useRef<HTMLHeadingElement>(null)
  const notifications = useNotifications()
  const focusHeading = () => heading.current?.focus()
  return (
    <AccountPart title="Notifications on this device" headingRef={heading}>
      {notifications.isPending && <LineSkeleton />}
      <FetchFailure query={notifications} failed="Failed to load your devices." />
      {notifications.data && <ThisDevice {...notifications.data} onGone={focusHeading} />}
      {notifications.data && notifications.data.otherDevices.length > 0 && (
        <OtherDevices devices={notifications.data.otherDevices} onRemoved={focusHeading} />
      )}
      <TestAlertButton />
    </AccountPart>
  )
}

/** Why this browser can't show notifications, and what to do. */
const OBSTACLES = {
  unsupported: "This browser can't show notifications. We email you in any case.",
  'home-screen-needed': 'Add this site to your Home Screen first, then turn notifications on there.',
  denied:
    "This browser blocks notifications from this site. Allow them in the browser's settings for this site, then come back to this page.",
}

type Props = DeviceNotifications & {
  /** Called when the focused button is gone. */
  onGone: () => void
}

function ThisDevice({ status, publicKey, onGone }: Props) {
  return (
    <>
      <div role="status">
        {status === 'on'
          ? 'Notifications are on.'
          : status === 'off'
            ? 'Notifications are off. Turn them on to hear sooner than by email.'
            : OBSTACLES[status]}
      </div>
      {status === 'on' && <TurnOff onDone={onGone} />}
      {status === 'off' && <TurnOn publicKey={publicKey} onDone={onGone} />}
    </>
  )
}
