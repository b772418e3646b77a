import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import {
  deleteOfflineCache,
  findOfflineUser,
  OFFLINE_QUERIES,
  openOfflineCache,
  saveOfflineList,
  saveOfflineUser,
} from '../../device/offline/offline-list.ts'
import { mayRegisterWorker } from '../../device/offline/trusted-worker-url.ts'
import { TurnOffOfflineAccess } from '../../device/offline/turn-off-offline-access.tsx'
import {
  findRegistration,
  registerWorker,
  stopSavingLists,
} from '../../device/offline/worker-registration.ts'
import { canSaveReplies } from '../../device/saved-replies.ts'
import { useActor } from '../../session/session.ts'
import { findServiceWorkers } from '../../ui/browser/capabilities.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { ButtonSkeleton, Line, Skeleton } from '../../ui/records/skeleton.tsx'

/** The setting that saves the list of active requests on this device. */
export function OfflineAccessPage() {
  return (
    <Page title="Offline access" lead="For your own phone, when the connection is unreliable.">
      <Card title="Active requests">
        <p>
          Offline access saves the list of active requests on this device as you last saw it, with names and
          contact numbers, so that you can read it and call without a connection. The list is deleted when you
          sign out, when somebody else signs in here, and after seven days.
        </p>
        <OfflineAccess />
        <SmallPrint>
          To open the site like an app, choose Install or Add to Home Screen in your browser's menu.
        </SmallPrint>
      </Card>
    </Page>
  )
}

/** Whether offline access is on for the actor on this device, and the button that switches it. */
function OfflineAccess() {
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

/** Whether offline access is on in this browser for this person. */
async function readOfflineAccess(userId: string): Promise<'on' | 'off' | 'unsupported'> {
  if (!findServiceWorkers() || !(await canSaveReplies())) return 'unsupported'
  const [registration, offlineUser] = await Promise.all([findRegistration(), findOfflineUser()])
  return registration && offlineUser === userId ? 'on' : 'off'
}

/**
 * Turns on offline access for a person in this browser and saves the current list. Resolves when it can be read offline.
 * Throws the `Refusal` of the list or an error of the browser; everything is undone then.
 */
async function turnOnOfflineAccess(userId: string): Promise<void> {
  await deleteOfflineCache()
  try {
    await registerWorker()
    const cache = await openOfflineCache()
    const list = await call(listActiveBloodRequests, { query: {} })
    await saveOfflineUser(userId)
    await saveOfflineList(cache, JSON.stringify(list))
  } catch (error) {
    // A partial setup would leave a service worker that nobody asked for.
    await stopSavingLists()
    throw error
  }
}
