import { useMutation, useQueryClient } from '@tanstack/react-query'
import { OFFLINE_QUERIES } from '../../offline/offline-list.ts'
import { Button } from '../../ui/controls/button.tsx'
import { turnOffOfflineAccess } from './switch-offline-access.ts'

/** A button that deletes what is saved on this device; everything on the page that shows it is refetched. */
export function TurnOffOfflineAccess() {
  const client = useQueryClient()
  const stopping = useMutation({
    mutationFn: turnOffOfflineAccess,
    onSettled: () => client.invalidateQueries({ queryKey: OFFLINE_QUERIES }),
  })
  return (
    <div>
      <Button isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
        Turn off offline access
      </Button>
    </div>
  )
}
