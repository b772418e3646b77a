import { type PushDevice, removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Moment } from '../../../api/moment.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'
import styles from './notifications.module.css'
import { PUSH_DEVICES } from './use-notifications.ts'

type Props = { devices: PushDevice[]; onRemoved: () => void }

/** The actor's other devices that show notifications, each with a button that ends it there. */
export function OtherDevices({ devices, onRemoved }: Props) {
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: ({ id }: PushDevice) => call(removePushDevice, { params: { id } }),
    onSuccess: (_, { name }) => {
      showToast(`${name} gets no more notifications.`)
      onRemoved()
    },
    onSettled: () => client.invalidateQueries({ queryKey: PUSH_DEVICES }),
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
