import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { ACTS, type Asked } from './acts.ts'
import { refreshBloodRequests } from './queries.ts'

/** What came of an act. `at` is the request to tell it beside; without it, it may be gone. */
export type Outcome = { kind: 'success' | 'error'; message: string; at: string | null }

/**
 * Acts on requests: asks first, then acts, then has the lists refreshed and tells the outcome.
 * `asked` stays after the answer, as the dialog still shows it on its way out.
 */
export function useActing() {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const acting = useMutation({
    mutationFn: perform,
    onSuccess: async (_, { act }) => {
      await refreshBloodRequests(client)
      setOutcome({ kind: 'success', message: ACTS[act].done, at: null })
    },
    onError: async (error, { act, bloodRequest }) => {
      // The server's no means that this page shows what is no more.
      if (isRefused(error)) await refreshBloodRequests(client)
      setOutcome({
        kind: 'error',
        message: explainFailure(error, ACTS[act].failed),
        at: isRefused(error) ? null : bloodRequest.id,
      })
    },
    onSettled: () => setIsAsking(false),
  })

  // One function for good, so that the cards that are given it stay as they are.
  const ask = useCallback((question: Asked) => {
    setAsked(question)
    setIsAsking(true)
    setOutcome(null)
  }, [])

  return {
    asked,
    isAsking,
    isActing: acting.isPending,
    outcome,
    ask,
    confirm: () => asked && acting.mutate(asked),
    withdraw: () => acting.isPending || setIsAsking(false),
    dismiss: () => setOutcome(null),
  }
}

async function perform({ act, bloodRequest: { id } }: Asked): Promise<void> {
  if (act === 'delete') await call(deleteBloodRequest, { params: { id } })
  else {
    const status = act === 'fulfil' ? 'fulfilled' : 'cancelled'
    await call(closeBloodRequest, { params: { id }, body: { status } })
  }
}
