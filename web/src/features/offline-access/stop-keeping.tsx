import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KEPT_HERE } from '../../offline/kept-requests.ts'
import { Button } from '../../ui/controls/button.tsx'
import { stopKeeping } from './keeping.ts'

/** Wipes what this device keeps; everything on the page that shows it asks anew. */
export function StopKeeping() {
  const client = useQueryClient()
  const stopping = useMutation({
    mutationFn: stopKeeping,
    onSettled: () => client.invalidateQueries({ queryKey: KEPT_HERE }),
  })
  return (
    <div>
      <Button isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
        Stop Keeping
      </Button>
    </div>
  )
}
