import { Fragment, type ReactNode } from 'react'
import { FetchFailure } from '../api/fetch-failure.tsx'
import visuallyHidden from '../ui/layout/visually-hidden.module.css'
import type { Noun } from '../ui/records/counts.ts'
import { CardSkeleton, Skeleton } from '../ui/records/skeleton.tsx'
import styles from './endless-list.module.css'
import { describeLength } from './list-length.ts'
import { LoadMore, type MorePages } from './load-more.tsx'
import { NewRecords } from './steady/new-records.tsx'

/** As many cards as a large window shows. */
const SKELETON_CARDS = [1, 2, 3, 4]

type ById = { id: string }

type Props<T extends ById> = {
  /** The result of `useRecords`. */
  list: MorePages & {
    data: { pages: T[][]; total: number; waiting?: number } | undefined
    showNew?: () => void
    isPending: boolean
    refetch: () => unknown
  }
  /** What did not succeed, as for `FetchFailure`. */
  failed?: string
  /** Shown when the list is empty. */
  none: string
  /** What to do when the list is empty: a link. */
  next?: ReactNode
  noun: Noun
  waiting?: string
  /** What stands for a card while the list loads. */
  skeleton?: ReactNode
  /** Renders one record. Memoise what it returns: it is called for all records whenever one is added. */
  children?: (record: T) => ReactNode
  /** Renders the loaded pages instead, for a list of several parts. */
  renderPages?: (pages: T[][]) => ReactNode
}

/** A list that loads more pages by itself and on scrolling, with its loading, error and empty states and its length. */
export function EndlessList<T extends ById>({ list, failed, none, next, noun, ...rest }: Props<T>) {
  const { data } = list
  const isEmpty = data?.total === 0
  const { waiting = 'Loading...', skeleton = <CardSkeleton /> } = rest
  const { renderPages, children = () => null } = rest
  const pages = data?.pages ?? []
  return (
    <>
      <NewRecords list={list} noun={noun} />
      <FetchFailure query={list} failed={failed} />
      {/* The pages say their length elsewhere: screen readers alone hear it. */}
      <div className={isEmpty ? styles.empty : visuallyHidden.text}>
        <p role="status">{isEmpty ? none : data ? describeLength(list, noun) : list.isPending && waiting}</p>
        {isEmpty && next}
      </div>
      {list.isPending && (
        <Skeleton className={styles.part}>
          {SKELETON_CARDS.map(number => (
            <Fragment key={number}>{skeleton}</Fragment>
          ))}
        </Skeleton>
      )}
      {renderPages
        ? renderPages(pages)
        : pages.map(
            (page, at) =>
              page.length > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: its records change, and a new list would close what is open in them
                <PageOfRecords key={at} records={page}>
                  {children}
                </PageOfRecords>
              ),
          )}
      <LoadMore pages={list} failed={failed} />
    </>
  )
}

type PageOfRecordsProps<T> = { records: T[]; children: (record: T) => ReactNode }

/** One page as a list of its own: a page that is added leaves the others as they are. */
const PageOfRecords = <T extends ById>({ records, children }: PageOfRecordsProps<T>) => (
  <ul className={styles.part}>
    {records.map(record => (
      <li key={record.id} className={styles.record}>
        {children(record)}
      </li>
    ))}
  </ul>
)
