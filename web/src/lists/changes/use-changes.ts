import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { showToast } from '../../ui/feedback/toasts.ts'
import { applyToCachedList, type RecordChange } from './pending-changes.ts'

/** A change of a record that needs confirmation. */
export type Change<T> = RecordChange<T> & {
  question: string
  /** What happens on confirmation. */
  consequence: string
  /** Label of the confirming button. */
  yes: string
  send: () => Promise<unknown>
  /** The message of a success. */
  done: string
}

type Options<T> = {
  /** The cached list; its pending changes have the same key (`useWithPendingChanges`). */
  queryKey: QueryKey
  /** Refetches what else changes with a record. */
  refresh: (client: QueryClient) => Promise<unknown>
  /** Id of the element that shows a record; receives the focus afterwards, as the pressed button is gone. */
  elementIdOf: (record: T) => string
  /** Receives the focus if the record is gone, too. */
  heading: RefObject<HTMLElement | null>
}

/**
 * Changes of the records of a list: asks for confirmation, shows the change as done while it is sent, then shows a toast,
 * or the error at the record (`problems`). Render `<ChangeDialog changes={…} />` beside the list.
 */
export function useChanges<T extends { id: string }>({
  queryKey,
  refresh,
  elementIdOf,
  heading,
}: Options<T>) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Change<T> | null>(null)
  const [stage, setStage] = useState<'asking' | 'cancelled' | 'confirmed'>('cancelled')
  // By the id of the record: several changes can be under way at once.
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const dismissProblem = (id: string) =>
    setProblems(before => new Map([...before].filter(([other]) => other !== id)))
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const mutation = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ send }: Change<T>) => send(),
    onSuccess: async (_, change) => {
      await applyToCachedList(client, queryKey, change)
      void refresh(client)
      showToast(change.done)
    },
    onError: async (error, { record }) => {
      const message = explainFailure(error)
      if (!isRefused(error) && isMounted.current)
        return setProblems(before => new Map([...before, [record.id, message]]))
      // A refusal means that this page shows an outdated state; the record may be gone.
      showToast(message)
      await refresh(client)
    },
  })

  return {
    asked,
    isAsking: stage === 'asking',
    problems,
    dismissProblem,
    ask: (change: Change<T>) => {
      setAsked(change)
      setStage('asking')
      setProblems(new Map())
    },
    confirm: () => {
      if (!asked || stage !== 'asking') return
      setStage('confirmed')
      mutation.mutate(asked)
    },
    cancel: () => setStage('cancelled'),
    focusAfter: () =>
      asked && stage === 'confirmed'
        ? (document.getElementById(elementIdOf(asked.record)) ?? heading.current)
        : null,
  }
}

/** What the dialog needs of `useChanges`, whatever the records are. */
export type Changes = Pick<
  ReturnType<typeof useChanges>,
  'isAsking' | 'confirm' | 'cancel' | 'focusAfter'
> & {
  asked: Pick<Change<unknown>, 'question' | 'consequence' | 'yes'> | null
}
