import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { type ReactNode, useState } from 'react'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { DONOR_FETCH_FAILED, useOwnDonor } from './queries.ts'

type Props = {
  /** Waits for a fresh profile instead of using the cached one: for a form, which could save outdated values. */
  isFresh?: boolean
  /** Shown while loading: a `Skeleton`. */
  waiting: ReactNode
  children: (donor: Donor | null) => ReactNode
}

/** Loads the actor's donor profile and renders `children` with it, or the error if it can't be loaded. */
export function OwnDonor({ isFresh = false, waiting, children }: Props) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useOwnDonor()
  // What came with the page was read just now.
  const isRead = !useIsHydrated()
  const [outdatedAt] = useState(isFresh && !isRead ? dataUpdatedAt : null)
  const donor = dataUpdatedAt === outdatedAt ? undefined : data
  return (
    <>
      <FetchFailure query={{ error, refetch }} failed={DONOR_FETCH_FAILED} />
      {donor !== undefined ? children(donor) : isFetching && waiting}
    </>
  )
}
