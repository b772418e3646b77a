import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayUseWorker } from '../../../device/offline/worker-registration.ts'
import { askPermission, turnOnNotifications } from '../../../device/push/this-device.ts'
import { useActor } from '../../../session/session.ts'
import { withStorage } from '../../../ui/browser/capabilities.ts'
import { PUSH_DEVICES } from './use-notifications.ts'

/** Marks a tab that was reloaded while notifications were being turned on. */
const CONTINUES = 'turning-on-notifications'

type Result = 'done' | 'blocked' | 'reloading'

/**
 * Turns on notifications in this browser. Only a document loaded from the address of this page may register the service
 * worker (docs/decisions/0009). People who came here by a link are on another document: it is reloaded after the browser
 * has asked them, and continues by itself.
 */
export function useTurnOn({ publicKey, onTurnedOn }: { publicKey: string; onTurnedOn: () => void }) {
  const client = useQueryClient()
  const { id: userId } = useActor()
  const turningOn = useMutation({
    mutationFn: async (): Promise<Result> => {
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
      if (result === 'done') onTurnedOn()
    },
    onSettled: () => client.invalidateQueries({ queryKey: PUSH_DEVICES }),
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
  return turningOn
}
