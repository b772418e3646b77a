import type { Donor } from '@blood-bank/contract/donors'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useOwnDonor } from './queries.ts'

type Props = {
  /** Asks the server anew before it shows anything: for a form, which would save what is old. */
  isFresh?: boolean
  children: (donor: Donor | null) => ReactNode
}

/** What depends on whether the actor has a donor profile: waits for it, and says so when it does not come. */
export function OwnDonor({ isFresh = false, children }: Props) {
  const { data: donor, isFetchedAfterMount, isError, refetch } = useOwnDonor()
  if (donor !== undefined && (isFetchedAfterMount || !isFresh)) return children(donor)
  if (!isError) return <Waiting />
  return (
    <Notice kind="error" onRetry={() => void refetch()}>
      Failed to fetch donor data.
    </Notice>
  )
}
