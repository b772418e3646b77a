import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { mayUseWorker } from '../../../device/offline/worker-registration.ts'
import { askPermission, turnOffNotifications, turnOnNotifications } from '../../../device/push/this-device.ts'
import { useActor } from '../../../session/session.ts'
import { withStorage } from '../../../ui/browser/capabilities.ts'
import { Button } from '../../../ui/controls/button.tsx'

/** Why this browser can't show notifications, and what to do. */
const OBSTACLES = {
  unsupported: "This browser can't show notifications. We email you in any case.",
  'home-screen-needed': 'Add this site to your Home Screen first, then turn notifications on there.',
  denied:
    "This browser blocks notifications from this site. Allow them in the browser's settings for this site, then come back to this page.",
}

export type NotificationStatus = 'on' | 'off' | keyof typeof OBSTACLES

type Props = {
  publicKey: string
  /** Called when the focused button is gone. */
  onGone: () => void
  /** Reads again whether notifications are on. */
  refresh: () => Promise<void>
}

/** Whether this device shows notifications, and the button that turns them on or off. */
export function ThisDevice({ status, ...props }: Props & { status: NotificationStatus }) {
  return (
    <>
      <div role="status">
        {status === 'on'
          ? 'Notifications are on.'
          : status === 'off'
            ? 'Notifications are off. Turn them on to hear sooner than by email.'
            : OBSTACLES[status]}
      </div>
      {status === 'on' && <TurnOff {...props} />}
      {status === 'off' && <TurnOn {...props} />}
    </>
  )
}

function TurnOff({ onGone, refresh }: Props) {
  const turningOff = useMutation({
    mutationFn: turnOffNotifications,
    onSuccess: onGone,
    onSettled: refresh,
  })
  return (
    <>
      <MutationNotice of={turningOff} failed="Failed to turn off notifications. Please try again." />
      <div>
        <Button isBusy={turningOff.isPending} onClick={() => turningOff.mutate()}>
          Turn off notifications
        </Button>
      </div>
    </>
  )
}

/** Marks a tab that was reloaded while notifications were being turned on. */
const CONTINUES = 'turning-on-notifications'

/**
 * The browser asks for its permission only after the press. Only a document loaded from the address of this page may
 * register the service worker (docs/decisions/0009). People who came here by a link are on another document: it is reloaded
 * after the browser has asked them, and continues by itself.
 */
function TurnOn({ publicKey, onGone, refresh }: Props) {
  const { id: userId } = useActor()
  const turningOn = useMutation({
    mutationFn: async (): Promise<'done' | 'blocked' | 'reloading'> => {
      if (!(await askPermission())) return 'blocked'
      if (!(await mayUseWorker())) {
        withStorage('sessionStorage', storage => storage.setItem(CONTINUES, userId))
        window.location.reload()
        return 'reloading'
      }
      await turnOnNotifications({ publicKey, userId })
      return 'done'
    },
    onSuccess: result => {
      if (result === 'done') onGone()
    },
    onSettled: refresh,
  })
  const { mutate } = turningOn
  useEffect(() => {
    const continues = withStorage('sessionStorage', storage => {
      const isMarked = storage.getItem(CONTINUES) === userId
      if (isMarked) storage.removeItem(CONTINUES)
      return isMarked
    })
    if (continues && Notification.permission === 'granted') mutate()
  }, [mutate, userId])

  if (turningOn.data === 'reloading')
    return <p>This page reloads to finish. If nothing happens, reload it yourself.</p>
  return (
    <>
      <MutationNotice of={turningOn} />
      <div>
        <Button isBusy={turningOn.isPending} onClick={() => mutate()}>
          Turn on notifications
        </Button>
      </div>
    </>
  )
}
