import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isRefused, withDetails } from '../../api/explain-failure.ts'
import type { ButtonVariant } from '../../ui/controls/button.tsx'
import { sayLater } from '../../ui/feedback/late-message.ts'
import {
  type ChangingVariables,
  changeCachedLists,
  type Keeps,
  type RecordChange,
} from './optimistic-list.ts'

type ById = { id: string }

/** A change of a record, and how it is sent. */
export type Change<T extends ById> = RecordChange<T> & {
  send: () => Promise<unknown>
  /** The message of a success. Everybody sees the changed record; screen readers are told. */
  done: string
  /** The sentence for a failure; without it, the reason alone is shown. */
  failed?: string
}

/** A change with what the dialog asks before it (`ChangeDialog`). */
export type AskedChange<T extends ById> = Change<T> & {
  question: string
  /** What happens on confirmation. */
  consequence: string
  /** Label of the confirming button. */
  yes: string
  /** Label of the other button, "Cancel" unless given. */
  keep?: string
  /** Look of the confirming button, `danger` unless given. */
  variant?: ButtonVariant
}

/** The result of a change, to be shown at its record unless that may be gone. */
export type Outcome<T> = { kind: 'success' | 'error'; message: string; record: T; mayBeGone: boolean }

type Options<T> = {
  /** The cached lists, and the key of their pending changes (`useOptimisticList`). */
  queryKey: QueryKey
  keepsOf?: (queryKey: QueryKey) => Keeps<T>
  /** Refetches what else changes with a record. */
  refresh: (client: QueryClient) => Promise<unknown>
  /** Whether successes are outcomes, too. */
  showsSuccesses?: boolean
  /** Whether the record of a refusal may leave the list: its outcome then belongs to the list. */
  refusedMayBeGone?: boolean
}

/**
 * Changes of the records of a list: asks for confirmation, shows the change as done while it is sent, and then the outcome of
 * each. `asked` is what the dialog asks about; it stays set after the answer, as the closing dialog still shows it.
 */
export function useChanges<T extends ById, Asked>({
  queryKey,
  keepsOf,
  refresh,
  showsSuccesses = false,
  refusedMayBeGone = false,
}: Options<T>) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [stage, setStage] = useState<'asking' | 'cancelled' | 'confirmed'>('cancelled')
  // Several changes can be under way at once.
  const [outcomes, setOutcomes] = useState<readonly Outcome<T>[]>([])
  const addOutcome = (outcome: Outcome<T>) =>
    setOutcomes(before => [...before.filter(({ record }) => record.id !== outcome.record.id), outcome])
  const [done, setDone] = useState<string | null>(null)
  const isMounted = useIsMounted()

  const mutation = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ change }: ChangingVariables<T> & { change: Change<T> }) => change.send(),
    onSuccess: async (_, { changes, change: { record, done } }) => {
      await changeCachedLists(client, queryKey, changes, keepsOf)
      void refresh(client)
      if (showsSuccesses) addOutcome({ kind: 'success', message: done, record, mayBeGone: true })
      else setDone(done)
    },
    onError: async (error, { change: { record, failed } }) => {
      const message = explainChangeFailure(error, failed)
      // A refusal means that this page shows an outdated state.
      const mayBeGone = isRefused(error)
      if (mayBeGone) await refresh(client)
      // A person who left the page has seen it as done.
      if (!isMounted.current) sayLater(message)
      addOutcome({ kind: 'error', message, record, mayBeGone: mayBeGone && refusedMayBeGone })
    },
  })

  // A stable function, so that memoised records don't re-render.
  const ask = useCallback((next: Asked) => {
    setAsked(next)
    setStage('asking')
    setOutcomes([])
    setDone(null)
  }, [])

  return {
    asked,
    isAsking: stage === 'asking',
    isConfirmed: stage === 'confirmed',
    outcomes,
    /** The message of the last success that is no outcome. */
    done,
    ask,
    confirm: (change: Change<T>) => {
      if (stage !== 'asking') return
      setStage('confirmed')
      mutation.mutate({ change, changes: [change] })
    },
    cancel: () => setStage('cancelled'),
    dismiss: (outcome: Outcome<T>) => setOutcomes(before => before.filter(other => other !== outcome)),
  }
}

export type Changes<T extends ById, Asked> = ReturnType<typeof useChanges<T, Asked>>

/** The specification's sentence, followed by the server's reason for a refusal (spec §8). */
function explainChangeFailure(error: Error, sentence: string | undefined): string {
  if (isRefused(error)) return sentence ? `${sentence} ${error.message}` : error.message
  return withDetails(error, sentence ?? error.message)
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
