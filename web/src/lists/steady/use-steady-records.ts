import { hashKey, type QueryKey, useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import type { Records } from '../records.ts'

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

type ById = { id: string }

/** A list as it is on the screen. */
type ShownRecords<T> = Records<T> & {
  /** How many fetched records are not shown, because they would move those that are. */
  waiting: number
  /** Records that are shown although they have left the list. */
  goneIds: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** Shows a list as it was fetched. */
export const showAll = <T>(fetched: Records<T>): ShownRecords<T> => ({
  ...fetched,
  waiting: 0,
  goneIds: NONE,
})

/**
 * Shows a list that was fetched again without moving what is on the screen: records change in place, new ones between them
 * wait, those after them are added, and those that have left the list stay.
 */
export function follow<T extends ById>(shown: ShownRecords<T>, fetched: Records<T>): ShownRecords<T> {
  const before = shown.pages.flat()
  const after = fetched.pages.flat()
  if (before.length === 0) return showAll(fetched)
  const known = new Set(before.map(({ id }) => id))
  const found = new Map(after.map(record => [record.id, record]))
  const firstAdded = after.findLastIndex(({ id }) => known.has(id)) + 1
  const waiting = after.slice(0, firstAdded).filter(({ id }) => !known.has(id)).length
  // Without any of the records on the screen nothing tells what comes after them.
  const added = firstAdded > 0 ? after.slice(firstAdded) : []

  // Beyond the last record that was found, a record may be on a page that is not fetched.
  const isWhole = after.length >= fetched.total
  const knownUntil = isWhole ? before.length : before.findLastIndex(({ id }) => found.has(id))
  const goneIds = new Set(before.slice(0, knownUntil).flatMap(({ id }) => (found.has(id) ? [] : [id])))
  const pages = shown.pages.map(page => updated(page, found))
  const unseen = firstAdded > 0 ? waiting : after.length
  return {
    pages: added.length > 0 ? [...pages, added] : pages,
    total: fetched.total - unseen + goneIds.size,
    waiting: unseen,
    goneIds,
  }
}

/** The same page if none of its records has changed. */
function updated<T extends ById>(page: T[], found: ReadonlyMap<string, T>): T[] {
  const records = page.map(record => found.get(record.id) ?? record)
  return records.some((record, at) => record !== page[at]) ? records : page
}
