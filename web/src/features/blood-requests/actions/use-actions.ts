import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused, withDetails } from '../../../api/explain-failure.ts'
import { refreshRecords } from '../../../session/refresh-records.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { ACTIONS, type Answers, type RequestedAction } from './actions.ts'
import { ACTION_KEY, applyToCache, STATUS_AFTER } from './pending-actions.ts'

/** The result of an action. `bloodRequestId` is the request to show it at; null if the request may be gone. */
export type Outcome = { kind: 'success' | 'error'; message: string; bloodRequestId: string | null }

type Stage = 'asking' | 'cancelled' | 'confirmed'

/**
 * Actions on requests: asks for confirmation, shows the action as done in the lists while it is sent
 * (`useWithPendingActions`), then shows the outcome. `onDone` receives the message of a success, which is the outcome
 * otherwise. `requested` stays set after the answer, as the closing dialog still shows it.
 */
export function useActions({ onDone }: { onDone?: (message: string) => void } = {}) {
  const client = useQueryClient()
  const [requested, setRequested] = useState<RequestedAction | null>(null)
  const [stage, setStage] = useState<Stage>('cancelled')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isMounted = useIsMounted()

  const mutation = useMutation({
    mutationKey: ACTION_KEY,
    mutationFn: perform,
    onSuccess: async (_, done) => {
      await applyToCache(client, done)
      void refreshRecords(client)
      const message = ACTIONS[done.action].done
      if (onDone) onDone(message)
      else setOutcome({ kind: 'success', message, bloodRequestId: null })
    },
    onError: async (error, { action, bloodRequest }) => {
      // A refusal means that this page shows an outdated state.
      if (isRefused(error)) await refreshRecords(client)
      const message = explainActionFailure(error, ACTIONS[action].failed)
      // A person who left the page has seen it as done.
      if (!isMounted.current) showToast(message)
      setOutcome({ kind: 'error', message, bloodRequestId: isRefused(error) ? null : bloodRequest.id })
    },
  })

  // A stable function, so that memoised cards don't re-render.
  const ask = useCallback((action: RequestedAction) => {
    setRequested(action)
    setStage('asking')
    setOutcome(null)
  }, [])

  return {
    requested,
    isAsking: stage === 'asking',
    isConfirmed: stage === 'confirmed',
    outcome,
    ask,
    confirm: (answers: Answers) => {
      if (!requested || stage !== 'asking') return
      setStage('confirmed')
      mutation.mutate({ ...requested, ...answers })
    },
    cancel: () => setStage('cancelled'),
    dismiss: () => setOutcome(null),
  }
}

/** The specification's sentence, followed by the server's reason for a refusal (spec §8). */
const explainActionFailure = (error: Error, sentence: string) =>
  isRefused(error) ? `${sentence} ${error.message}` : withDetails(error, sentence)

async function perform({
  action,
  bloodRequest: { id },
  donorsWhoGave,
  reason,
}: RequestedAction): Promise<void> {
  const status = STATUS_AFTER[action]
  if (status) await call(closeBloodRequest, { params: { id }, body: { status, donorsWhoGave, reason } })
  else await call(deleteBloodRequest, { params: { id }, query: { reason } })
}

/** Whether the component is still mounted, for replies that arrive later. */
function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
