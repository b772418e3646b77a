import { shortenedUntilMessage } from '@blood-bank/contract/contact-numbers/withheld'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import {
  DONOR_PARTS,
  type DonorCounts,
  type DonorPart,
  type DonorSearchResult,
  partOf,
} from '@blood-bank/contract/donors/endpoints'
import { type ReactNode, useId } from 'react'
import { site } from '../../api/site.ts'
import { type RecentCall, useRecentCalls } from '../../device/recent-calls.ts'
import type { useDonorSearch } from '../../features/donors/queries.ts'
import { forBloodGroup } from '../../forms/use-blood-group-in-url.ts'
import { EndlessList } from '../../lists/endless-list.tsx'
import { useActor } from '../../session/session.ts'
import { useMediaQuery } from '../../ui/browser/use-media-query.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { formatMoment } from '../../ui/records/dates.ts'
import { Line } from '../../ui/records/skeleton.tsx'
import { DonorItem } from './donor-item.tsx'
import styles from './donor-list.module.css'

/** Below this width texts are cut off; donor-list.module.css uses the same width. */
const NARROW = '(max-width: 47.99rem)'

export type DonorListProps = {
  /** The group that is searched for. */
  bloodGroup: BloodGroup
  /** When the person pressed Search, in ms: whoever had said no by then is listed last in their part. */
  searchedAt: number
}

type Props = DonorListProps & {
  list: ReturnType<typeof useDonorSearch>
  /** Shown when the list is empty. */
  none: string
  next?: ReactNode
  isOfOtherGroups?: boolean
  /** Whether a request of the viewer for the group is open already. */
  isPosted?: boolean
  /** Whether to show the list as loading, because what stands above it is about to come. */
  isHeldBack?: boolean
}

/** The donors of a search: whom one can call now, who can be asked, and who can give later. */
export function DonorList({ list, none, next, isHeldBack = false, ...rest }: Props) {
  const { shortenedUntil, total } = (!isHeldBack && list.data) || {}
  const shortened = shortenedUntil && shortenedUntilMessage(formatMoment(shortenedUntil, site.timeZone))
  return (
    <>
      {shortened && total !== 0 && <Notice kind="info">{shortened}</Notice>}
      <EndlessList
        list={isHeldBack ? { ...list, data: undefined, isPending: true, hasNextPage: false } : list}
        none={shortened || none}
        next={next}
        noun={['donor', 'donors']}
        waiting="Searching..."
        skeleton={<DonorSkeletons count={rest.isOfOtherGroups ? 1 : 3} />}
        renderPages={pages => <Parts pages={pages} counts={countsOf(list)} {...rest} />}
      />
    </>
  )
}

/** Counted here once all are loaded, as the total is: the first page's counts may be outdated. */
function countsOf({ data, hasNextPage }: Props['list']): DonorCounts {
  const counts = { toCall: 0, toAsk: 0, later: 0 }
  if (hasNextPage && data?.counts) return { ...counts, ...data.counts }
  for (const donor of data?.pages.flat() ?? []) counts[partOf(donor)] += 1
  return counts
}

type PartsProps = Omit<Props, 'list' | 'none' | 'next'> & {
  pages: DonorSearchResult[][]
  counts: DonorCounts
}

function Parts({
  pages,
  counts,
  searchedAt,
  bloodGroup,
  isOfOtherGroups = false,
  isPosted = false,
}: PartsProps) {
  const { id: userId } = useActor()
  const calls = useRecentCalls(userId)
  // A phone takes over what it shows; a wide window, whose device is fast, renders it anew.
  const isNarrow = useMediaQuery(NARROW, true)
  const isLast = ({ id }: DonorSearchResult) => saidNo(calls[id], searchedAt)
  const recordsOf = (part: DonorPart) =>
    pages.map(page => {
      const donors = page.filter(donor => partOf(donor) === part)
      return [...donors.filter(donor => !isLast(donor)), ...donors.filter(isLast)]
    })
  return DONOR_PARTS.map(part => {
    const records = recordsOf(part)
    if (records.every(page => page.length === 0)) return null
    return (
      <div key={part} className={styles.part}>
        <PartHeading {...{ part, counts, bloodGroup, isOfOtherGroups, isPosted }} />
        {records.map(
          (page, at) =>
            page.length > 0 && (
              // biome-ignore lint/suspicious/noArrayIndexKey: the records of a page change
              <ul key={at} className={part === 'toCall' ? styles.cards : styles.lines}>
                {page.map(donor => (
                  <li key={donor.id}>
                    <DonorItem
                      donor={donor}
                      showsGroup={isOfOtherGroups}
                      isNarrow={isNarrow}
                      lastCall={calls[donor.id]}
                    />
                  </li>
                ))}
              </ul>
            ),
        )}
      </div>
    )
  })
}

/** Answers of the time after the search leave everybody in their place. */
const saidNo = (call: RecentCall | undefined, searchedAt: number) =>
  call?.toldAt !== undefined && call.outcome !== 'yes' && call.toldAt < searchedAt

type HeadingProps = Pick<PartsProps, 'counts' | 'bloodGroup'> & {
  part: DonorPart
  isOfOtherGroups: boolean
  isPosted: boolean
}

function PartHeading({ part, counts, bloodGroup, isOfOtherGroups, isPosted }: HeadingProps) {
  const id = useId()
  const count = formatCount(counts[part])
  if (part === 'toCall')
    return (
      <div className={styles.call}>
        <h3>{`Call now (${count})`}</h3>
        {!isOfOtherGroups && <SmallPrint>Never pay or ask for money.</SmallPrint>}
      </div>
    )
  // It promises nobody: whom we may ask now is not in the list.
  if (part === 'toAsk' && isPosted) return <h3>{`Without a number (${count})`}</h3>
  if (part === 'later') return <h3>{`Can give later (${count})`}</h3>
  return (
    <div className={styles.ask}>
      <h3 id={id}>{`${count} can be asked.`}</h3>
      <LinkButton
        to={`/post-request${forBloodGroup(bloodGroup)}`}
        variant={isOfOtherGroups || counts.toCall > 0 ? 'secondary' : 'primary'}
        aria-describedby={id}
      >
        Ask them
      </LinkButton>
    </div>
  )
}

/**
 * In place of one of the cards that other lists show: the window is full, or, below the list of the group, hardly longer than
 * few donors, because somebody who has jumped to the end sees it shrink.
 */
const DonorSkeletons = ({ count }: { count: 1 | 3 }) =>
  [1, 2, 3].slice(0, count).map(number => (
    <div key={number} className={styles.card}>
      <Line width={12} />
      <Line width={8} />
    </div>
  ))
