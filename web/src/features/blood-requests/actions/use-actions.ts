import {
  type BloodRequest,
  closeBloodRequest,
  deleteBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused, withDetails } from '../../../api/explain-failure.ts'
import { refreshRecords } from '../../../session/refresh-records.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { ACTIONS, type Answers, type RequestedAction } from './actions.ts'
import { ACTION_KEY, applyToCache, STATUS_AFTER } from './pending-actions.ts'

/** The result of an action on a request, to be shown at it unless it may be gone. */
export type Outcome = {
  kind: 'success' | 'error'
  message: string
  bloodRequest: BloodRequest
  mayBeGone: boolean
}

type Stage = 'asking' | 'cancelled' | 'confirmed'

/**
 * Actions on requests: asks for confirmation, shows the action as done in the lists while it is sent
 * (`useWithPendingActions`), then shows the outcome of each. `onDone` receives the message of a success, which is an outcome
 * otherwise. `requested` stays set after the answer, as the closing dialog still shows it.
 */
export function useActions({ onDone }: { onDone?: (message: string) => void } = {}) {
  const client = useQueryClient()
  const [requested, setRequested] = useState<RequestedAction | null>(null)
  const [stage, setStage] = useState<Stage>('cancelled')
  // Several actions can be under way at once.
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const addOutcome = (outcome: Outcome) =>
    setOutcomes(before => [
      ...before.filter(({ bloodRequest }) => bloodRequest.id !== outcome.bloodRequest.id),
      outcome,
    ])
  const isMounted = useIsMounted()

  const mutation = useMutation({
    mutationKey: ACTION_KEY,
    mutationFn: perform,
    onSuccess: async (_, done) => {
      await applyToCache(client, done)
      void refreshRecords(client)
      const { action, bloodRequest } = done
      const message = ACTIONS[action].done
      if (onDone) onDone(message)
      else addOutcome({ kind: 'success', message, bloodRequest, mayBeGone: true })
    },
    onError: async (error, { action, bloodRequest }) => {
      // A refusal means that this page shows an outdated state.
      if (isRefused(error)) await refreshRecords(client)
      const message = explainActionFailure(error, ACTIONS[action].failed)
      // A person who left the page has seen it as done.
      if (!isMounted.current) showToast(message)
      addOutcome({ kind: 'error', message, bloodRequest, mayBeGone: isRefused(error) })
    },
  })

  // A stable function, so that memoised cards don't re-render.
  const ask = useCallback((action: RequestedAction) => {
    setRequested(action)
    setStage('asking')
    setOutcomes([])
  }, [])

  return {
    requested,
    isAsking: stage === 'asking',
    isConfirmed: stage === 'confirmed',
    outcomes,
    ask,
    confirm: (answers: Answers) => {
      if (!requested || stage !== 'asking') return
      setStage('confirmed')
      mutation.mutate({ ...requested, ...answers })
    },
    cancel: () => setStage('cancelled'),
    dismiss: (outcome: Outcome) => setOutcomes(before => before.filter(other => other !== outcome)),
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
