import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/controls/button.tsx'
import { findOfflineUser, OFFLINE_QUERIES } from './offline-list.ts'
import { stopSavingLists } from './worker-registration.ts'

/** The id of the person who turned on offline access on this device, or null; undefined until it is known. */
export const useOfflineUser = (): string | null | undefined =>
  useQuery({
    queryKey: [...OFFLINE_QUERIES, 'user'],
    queryFn: findOfflineUser,
    meta: { isForBrowser: true },
  }).data

/** A button that deletes what is saved on this device; everything on the page that shows it is refetched. */
export function TurnOffOfflineAccess() {
  const client = useQueryClient()
  const stopping = useMutation({
    mutationFn: stopSavingLists,
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
