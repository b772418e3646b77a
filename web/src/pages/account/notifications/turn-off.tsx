import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explainFailure } from '../../../api/explain-failure.ts'
import { turnOffNotifications } from '../../../device/push/this-device.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
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
      {turningOff.error && (
        <Notice kind="error" onDismiss={turningOff.reset}>
          {explainFailure(turningOff.error, 'Failed to turn off notifications. Please try again.')}
        </Notice>
      )}
      <div>
        <Button isBusy={turningOff.isPending} onClick={() => turningOff.mutate()}>
          Turn off notifications
        </Button>
      </div>
    </>
  )
}
