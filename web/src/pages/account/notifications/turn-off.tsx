import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { turnOffNotifications } from '../../../device/push/this-device.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PUSH_DEVICES } from './use-notifications.ts'

/** A button that ends notifications on this device. */
export function TurnOff({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const turningOff = useMutation({
    mutationFn: turnOffNotifications,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: PUSH_DEVICES }),
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
