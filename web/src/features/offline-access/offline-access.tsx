import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { KEPT_HERE } from '../../offline/kept-requests.ts'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonSkeleton, Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { readKeeping, startKeeping } from './keeping.ts'
import { StopKeeping } from './stop-keeping.tsx'
import { mayRegister } from './trusted-address.ts'

/** Whether this device keeps the list for the actor, and the button that changes it. */
export function OfflineAccess() {
  const { id } = useActor()
  const client = useQueryClient()
  const keeping = useQuery({ queryKey: [...KEPT_HERE, 'for', id], queryFn: () => readKeeping(id) })
  const starting = useMutation({
    mutationFn: () => startKeeping(id),
    onSettled: () => client.invalidateQueries({ queryKey: KEPT_HERE }),
  })
  useDocumentOfItsOwn()

  if (keeping.isPending)
    return (
      <Skeleton says="Loading...">
        <Line width={18} />
        <ButtonSkeleton />
      </Skeleton>
    )
  if (keeping.data === 'not possible')
    return <Notice kind="info">This browser cannot keep anything for when you are offline.</Notice>
  const isKept = keeping.data === 'kept'
  return (
    <>
      <div role="status">
        {isKept
          ? 'The list is kept on this device. Opening View Requests brings it up to date.'
          : 'Nothing is kept on this device for you.'}
      </div>
      {starting.error && (
        <Notice kind="error" onDismiss={starting.reset}>
          {explainFailure(starting.error)}
        </Notice>
      )}
      {isKept ? (
        <StopKeeping />
      ) : (
        <div>
          <Button variant="primary" isBusy={starting.isPending} onClick={() => starting.mutate()}>
            Keep Offline
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * The right to register the service worker comes with the document. Who got here within the site, as after a
 * sign-in, stands on another one, and loads this one.
 */
function useDocumentOfItsOwn() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation')
    const { href, pathname } = window.location
    // Loaded here and still without the right, it is the shell of somebody offline: no use in going around again.
    if (loaded && new URL(loaded.name).pathname !== pathname && !mayRegister()) window.location.replace(href)
  }, [])
}
