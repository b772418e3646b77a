import type { Donor } from '@blood-bank/contract/donors'
import { type ReactNode, useState } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { useOwnDonor } from './queries.ts'

type Props = {
  /** Asks the server anew before it shows anything: for a form, which would save what is old. */
  isFresh?: boolean
  /** What is seen until then: a `Skeleton`. */
  waiting: ReactNode
  children: (donor: Donor | null) => ReactNode
}

/** What depends on whether the actor has a donor profile: waits for it, and says so when it does not come. */
export function OwnDonor({ isFresh = false, waiting, children }: Props) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useOwnDonor()
  const [knownSince] = useState(dataUpdatedAt)
  const donor = isFresh && dataUpdatedAt === knownSince ? undefined : data
  return (
    <>
      <FetchFailure
        query={{ error, refetch }}
        failure={error => explainFailure(error, 'Failed to fetch donor data.')}
      />
      {donor !== undefined ? children(donor) : isFetching && waiting}
    </>
  )
}
