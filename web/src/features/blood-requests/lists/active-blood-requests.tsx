import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests'
import { Suspense } from 'react'
import { isRefused } from '../../../api/explain-failure.ts'
import { hasWorker } from '../../../offline/has-worker.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { NOT_FETCHED, useActiveBloodRequests } from '../queries.ts'
import { BloodRequestList } from './blood-request-list.tsx'

/** Few need it, and not often. */
const KeptBloodRequests = lazyPart(async () => (await import('./kept-blood-requests.tsx')).KeptBloodRequests)

/** Everybody's active requests (spec §2, /view-requests); what is kept of them while they do not come. */
export function ActiveBloodRequests() {
  const list = useActiveBloodRequests()
  const isAway = list.isLoadingError && !isRefused(list.error)
  return (
    <>
      <BloodRequestList
        title="Active Requests"
        list={list}
        failure={NOT_FETCHED}
        none="No active blood requests at the moment."
        next={<LinkButton to="/post-request">Post a Request</LinkButton>}
        urgencyLabels={URGENCY_DESCRIPTIONS}
      />
      {isAway && hasWorker() && (
        <Suspense>
          <KeptBloodRequests />
        </Suspense>
      )}
    </>
  )
}
