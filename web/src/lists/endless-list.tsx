import type { ReactNode } from 'react'
import { FetchFailure } from '../ui/feedback/fetch-failure.tsx'
import { CardSkeleton, Skeleton } from '../ui/records/skeleton.tsx'
import styles from './endless-list.module.css'
import { lengthOf, type Noun } from './list-length.ts'
import { LoadMore, type MorePages } from './load-more.tsx'

/** Room kept for what is not laid out yet. */
const USUAL_RECORD_HEIGHT_REM = 20

/** As many as a large window shows at once. */
const SKELETON_CARDS = [1, 2, 3, 4]

type ById = { id: string }

type Props<T extends ById> = {
  /** What `useRecords` gives. */
  list: MorePages & {
    data: { pages: T[][]; total: number } | undefined
    isPending: boolean
    refetch: () => unknown
  }
  /** The sentence for a list that could not be fetched. */
  failure: (error: Error) => string
  /** The sentence for an empty list. */
  none: string
  /** What to do when it is empty: a link. */
  next?: ReactNode
  noun: Noun
  waiting?: string
  /** One record; memoise what it renders, as it is asked for all of them whenever one is added. */
  children: (record: T) => ReactNode
}

/** A list that grows by itself and as one scrolls, with its waiting, failed, empty and counted states. */
export function EndlessList<T extends ById>({ list, failure, none, next, noun, ...rest }: Props<T>) {
  const { data } = list
  const isEmpty = data?.total === 0
  const { waiting = 'Loading...' } = rest
  return (
    <>
      {!list.isFetchNextPageError && <FetchFailure query={list} failure={failure} />}
      <div className={styles.count} data-empty={isEmpty || undefined}>
        <p role="status">{isEmpty ? none : data ? lengthOf(list, noun) : list.isPending && waiting}</p>
        {isEmpty && next}
      </div>
      {list.isPending && (
        <Skeleton className={styles.part}>
          {SKELETON_CARDS.map(number => (
            <CardSkeleton key={number} />
          ))}
        </Skeleton>
      )}
      {data?.pages.map(
        page =>
          page[0] && (
            <Part key={page[0].id} records={page}>
              {rest.children}
            </Part>
          ),
      )}
      <LoadMore pages={list} failure={failure} />
    </>
  )
}

type PartProps<T> = { records: T[]; children: (record: T) => ReactNode }

/** One page of the list: a list of its own, so that the browser can pass over it as a whole. */
const Part = <T extends ById>({ records, children }: PartProps<T>) => (
  <ul
    className={styles.part}
    style={{ containIntrinsicSize: `auto ${records.length * USUAL_RECORD_HEIGHT_REM}rem` }}
  >
    {records.map(record => (
      <li key={record.id} className={styles.record}>
        {children(record)}
      </li>
    ))}
  </ul>
)
