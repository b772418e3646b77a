import { type CSSProperties, Fragment, type ReactNode, startTransition, useEffect, useState } from 'react'
import { FetchFailure } from '../api/fetch-failure.tsx'
import visuallyHidden from '../ui/layout/visually-hidden.module.css'
import type { Noun } from '../ui/records/counts.ts'
import { CardSkeleton, Skeleton } from '../ui/records/skeleton.tsx'
import styles from './endless-list.module.css'
import { describeLength, describeLoaded } from './list-length.ts'
import { LoadMore, type MorePages } from './load-more.tsx'
import { countLoaded, firstOf } from './records.ts'
import { NewRecords } from './steady/new-records.tsx'

/** As many cards as a large window shows. */
const SKELETON_CARDS = [1, 2, 3, 4]

/** As many cards as a phone shows. */
const RENDERED_AT_ONCE = 4

/** So few that a phone renders them without keeping a press waiting. */
const RENDERED_IN_A_STEP = 10

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
  /** For a page that says its length elsewhere: screen readers alone hear it. */
  isCountHidden?: boolean
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
  const loaded = countLoaded(data?.pages ?? [])
  const rendered = useRendered(loaded)
  const { waiting = 'Loading...', isCountHidden, skeleton = <CardSkeleton /> } = rest
  const { renderPages, children = () => null } = rest
  const shownPages = firstOf(data?.pages ?? [], rendered)
  return (
    <>
      <NewRecords list={list} noun={noun} />
      <FetchFailure query={list} failed={failed} />
      <div
        className={isCountHidden && !isEmpty ? visuallyHidden.text : styles.count}
        data-empty={isEmpty || undefined}
      >
        <p>
          <span aria-hidden="true">{describeLoaded(list)}</span>
          <span role="status">
            {isEmpty ? none : data ? describeLength(list, noun) : list.isPending && waiting}
          </span>
        </p>
        {isEmpty && next}
      </div>
      {list.isPending && <CardSkeletons numbers={SKELETON_CARDS}>{skeleton}</CardSkeletons>}
      {renderPages
        ? renderPages(shownPages)
        : shownPages.map(
            (page, at) =>
              page.length > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: its records change, and a new list would close what is open in them
                <PageOfRecords key={at} records={page}>
                  {children}
                </PageOfRecords>
              ),
          )}
      {/* What follows the list stays where it is when the other cards are rendered. */}
      {rendered < loaded && (
        <CardSkeletons numbers={SKELETON_CARDS.slice(rendered, loaded)}>{skeleton}</CardSkeletons>
      )}
      {/* Before all is rendered, its place says nothing about how far one has scrolled. */}
      {rendered >= loaded && <LoadMore pages={list} failed={failed} />}
    </>
  )
}

/**
 * How many of the loaded records are rendered: those of the first window at once, the others in steps, so that the ones that
 * are there can be used meanwhile. Those that are there when the list is opened are all rendered with it, for scrolling back.
 */
function useRendered(loaded: number): number {
  const [rendered, setRendered] = useState(loaded)
  const next = Math.min(loaded, rendered + RENDERED_IN_A_STEP)
  useEffect(() => startTransition(() => setRendered(next)), [next])
  return Math.min(loaded, Math.max(rendered, RENDERED_AT_ONCE))
}

const CardSkeletons = ({ numbers, children }: { numbers: number[]; children: ReactNode }) => (
  <Skeleton className={styles.part}>
    {numbers.map(number => (
      <Fragment key={number}>{children}</Fragment>
    ))}
  </Skeleton>
)

type PageOfRecordsProps<T> = { records: T[]; children: (record: T) => ReactNode }

/** One page as a list of its own, so that the browser can skip rendering it while it is off-screen. */
const PageOfRecords = <T extends ById>({ records, children }: PageOfRecordsProps<T>) => (
  <ul className={styles.part} style={{ '--records': records.length } as CSSProperties}>
    {records.map(record => (
      <li key={record.id} className={styles.record}>
        {children(record)}
      </li>
    ))}
  </ul>
)
