import { hashKey, type QueryKey, useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import type { Records } from '../records.ts'
import { follow, type ShownRecords, showAll } from './follow.ts'

/** The parts of an infinite query that this needs. */
type List<T> = {
  data: Records<T> | undefined
  dataUpdatedAt: number
  isFetchedAfterMount: boolean
  isPlaceholderData: boolean
}

type State<T> = Pick<List<T>, 'data' | 'dataUpdatedAt' | 'isFetchedAfterMount'> & {
  key: string
  shown: ShownRecords<T>
  /** The actions since this time, in ms, may not be in the list yet. */
  knownUntil: number
}

/**
 * Keeps what a person reads in its place when a list is fetched again. It is shown as fetched when the page opens, for
 * another query, after an action in this page (unless its meta says `keepsPlaces`), and on `showNew`.
 */
export function useSteadyRecords<T extends { id: string }, L extends List<T>>(list: L, queryKey: QueryKey) {
  const [last, setLast] = useState<State<T> | null>(null)
  const { data, dataUpdatedAt, isPlaceholderData } = list
  const key = isPlaceholderData ? (last?.key ?? '') : hashKey(queryKey)
  // What came with the page was fetched for it.
  const isHydrated = useIsHydrated()
  const [sentKey] = useState(() => (isHydrated ? null : key))
  const isFetchedAfterMount = list.isFetchedAfterMount || key === sentKey

  const actions = useMutationState({
    filters: { predicate: ({ meta }) => !meta?.keepsPlaces },
    select: ({ state: { status, submittedAt } }) => ({ status, submittedAt }),
  })
  // A list that arrives while an action is sent may be older than it.
  const knownUntil = () =>
    Math.min(
      dataUpdatedAt,
      ...actions.flatMap(({ status, submittedAt }) => (status === 'pending' ? [submittedAt - 1] : [])),
    )
  const isOfPerson = ({ knownUntil }: State<T>) => actions.some(({ submittedAt }) => submittedAt > knownUntil)
  const isSteady = (before: State<T>) =>
    before.key === key && before.isFetchedAfterMount && !isOfPerson(before)

  const shownFrom = (fetched: Records<T>) =>
    last && isSteady(last) ? follow(last.shown, fetched) : showAll(fetched)
  let shown = last?.shown
  if (data && last?.data !== data) {
    shown = shownFrom(data)
    // During rendering, so that the new list is never on the screen before.
    setLast({ data, dataUpdatedAt, isFetchedAfterMount, key, shown, knownUntil: knownUntil() })
  } else if (last && last.dataUpdatedAt !== dataUpdatedAt) {
    // Fetched again without a change: what comes later must not move it.
    setLast({ ...last, dataUpdatedAt, isFetchedAfterMount, knownUntil: knownUntil() })
  }
  return {
    ...list,
    data: data && shown,
    showNew: () => {
      if (last?.data) setLast({ ...last, shown: showAll(last.data) })
    },
  }
}
