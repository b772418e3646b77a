import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { OFFLINE_QUERIES } from '../../device/offline/offline-list.ts'
import { mayRegisterWorker } from '../../device/offline/trusted-worker-url.ts'
import { TurnOffOfflineAccess } from '../../device/offline/turn-off-offline-access.tsx'
import { useActor } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonSkeleton, Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { readOfflineAccess, turnOnOfflineAccess } from './switch-offline-access.ts'

/** Whether offline access is on for the actor on this device, and the button that switches it. */
export function OfflineAccess() {
  const { id } = useActor()
  const client = useQueryClient()
  const status = useQuery({
    queryKey: [...OFFLINE_QUERIES, 'for', id],
    queryFn: () => readOfflineAccess(id),
    meta: { isForBrowser: true },
  })
  const starting = useMutation({
    mutationFn: () => turnOnOfflineAccess(id),
    onSettled: () => client.invalidateQueries({ queryKey: OFFLINE_QUERIES }),
  })
  useDocumentLoad()

  if (status.isPending)
    return (
      <Skeleton status="Loading...">
        <Line width={18} />
        <ButtonSkeleton />
      </Skeleton>
    )
  if (status.data === 'unsupported')
    return <Notice kind="info">This browser can't save anything for offline use.</Notice>
  const isOn = status.data === 'on'
  return (
    <>
      <div role="status">
        {isOn
          ? 'Offline access is on. The saved list is updated when you open View Requests.'
          : 'Offline access is off. No list is saved on this device.'}
      </div>
      <MutationNotice of={starting} />
      {isOn ? (
        <TurnOffOfflineAccess />
      ) : (
        <div>
          <Button variant="primary" isBusy={starting.isPending} onClick={() => starting.mutate()}>
            Turn on offline access
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * Loads this page as a document of its own, because only its policy allows registering the service worker. People who
 * navigated here within the site, as after a sign-in, are still on another document.
 */
function useDocumentLoad() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation')
    const { href, pathname } = window.location
    // A document loaded here without that policy is the offline shell: loading it again would not help.
    if (loaded && new URL(loaded.name).pathname !== pathname && !mayRegisterWorker())
      window.location.replace(href)
  }, [])
}
