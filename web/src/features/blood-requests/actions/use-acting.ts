import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused, withHint } from '../../../api/explain-failure.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { refreshBloodRequests } from '../queries.ts'
import { ACTS, type Asked } from './acts.ts'
import { ACTING, keepAct, STATUS_AFTER } from './pending-acts.ts'

/** What came of an act. `at` is the request to tell it beside; without it, it may be gone. */
export type Outcome = { kind: 'success' | 'error'; message: string; at: string | null }

type Stage = 'asking' | 'withdrawn' | 'confirmed'

/**
 * Acts on requests: asks first, then the lists show the act as done while it is sent (`useActedOn`), and the outcome
 * is told; `onDone` is given the words of a success, which are the outcome otherwise. `asked` stays after the answer,
 * as the dialog still shows it on its way out.
 */
export function useActing({ onDone }: { onDone?: (message: string) => void } = {}) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [stage, setStage] = useState<Stage>('withdrawn')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isHere = useIsHere()

  const acting = useMutation({
    mutationKey: ACTING,
    mutationFn: perform,
    onSuccess: async (_, done) => {
      await keepAct(client, done)
      void refreshBloodRequests(client)
      const message = ACTS[done.act].done
      if (onDone) onDone(message)
      else setOutcome({ kind: 'success', message, at: null })
    },
    onError: async (error, { act, bloodRequest }) => {
      // The server's no means that this page shows what is no more.
      if (isRefused(error)) await refreshBloodRequests(client)
      const message = explainActFailure(error, ACTS[act].failed)
      // Whoever has gone on took it for done.
      if (!isHere.current) showToast(message)
      setOutcome({ kind: 'error', message, at: isRefused(error) ? null : bloodRequest.id })
    },
  })

  // One function for good, so that the cards that are given it stay as they are.
  const ask = useCallback((question: Asked) => {
    setAsked(question)
    setStage('asking')
    setOutcome(null)
  }, [])

  return {
    asked,
    isAsking: stage === 'asking',
    isConfirmed: stage === 'confirmed',
    outcome,
    ask,
    confirm: () => {
      if (!asked || stage !== 'asking') return
      setStage('confirmed')
      acting.mutate(asked)
    },
    withdraw: () => setStage('withdrawn'),
    dismiss: () => setOutcome(null),
  }
}

/** The specification's sentence first; what the server has refused it for stands behind it (spec §8). */
const explainActFailure = (error: Error, sentence: string) =>
  isRefused(error) ? `${sentence} ${error.message}` : withHint(error, sentence)

async function perform({ act, bloodRequest: { id } }: Asked): Promise<void> {
  const status = STATUS_AFTER[act]
  if (status) await call(closeBloodRequest, { params: { id }, body: { status } })
  else await call(deleteBloodRequest, { params: { id } })
}

/** Whether the component is still on the page, for what is answered later. */
function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
