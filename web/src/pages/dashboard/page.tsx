import { useState } from 'react'
import { useLocation } from 'react-router'
import { REQUESTS_LEAD } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { useOwnBloodRequests } from '../../features/blood-requests/queries.ts'
import { isCurrent } from '../../features/blood-requests/state.ts'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { useOwnOffers } from '../../features/offers/queries.ts'
import { Page } from '../../ui/layout/page.tsx'
import { CardSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import { DeletionNotices, useRequestDeletions } from './deletion-notices.tsx'
import { OwnDonations } from './donations/own-donations.tsx'
import { givenOf, useOwnDonations } from './donations/queries.ts'
import { MyDonorProfile } from './donor-profile.tsx'
import { DonorStrip } from './donor-strip.tsx'
import { OwnOffers } from './own-offers/own-offers.tsx'
import { OwnBloodRequests } from './own-request/own-blood-requests.tsx'
import styles from './page.module.css'

export function DashboardPage() {
  return (
    <Page title="Dashboard" lead={REQUESTS_LEAD} width="wide" isDense>
      <div className={styles.sections}>
        <RegisteredNotice />
        <Sections />
      </div>
    </Page>
  )
}

/** The strip is for whoever would have to scroll to their donor card, which says the same. */
type Order = { areRequestsFirst: boolean; hasStrip: boolean }

const LINKED: Order = { areRequestsFirst: false, hasStrip: true }

/**
 * The person's requests and the person as a donor: at a desk side by side, below each other on a phone. With an active
 * request, or one that an admin closed lately, the requests come first.
 */
function Sections() {
  const list = useOwnBloodRequests()
  const deletions = useRequestDeletions()
  const donor = useOwnDonor()
  const offers = useOwnOffers()
  const donations = useOwnDonations()
  // A link to a section needs it at once.
  const isLinked = useLocation().hash !== ''
  const [order, setOrder] = useState<Order | null>(isLinked ? LINKED : null)
  // Whatever is left out without records would push down what follows when it comes later.
  const parts = [list, deletions, donor, offers, donations]
  // Decided once: sections don't change places while they are read, even if the request closes.
  if (!order && !parts.some(({ isPending }) => isPending)) {
    const areRequestsFirst = list.data?.pages.flat().some(isCurrent) ?? false
    setOrder({ areRequestsFirst, hasStrip: areRequestsFirst || offers.data?.total !== 0 })
  }
  if (!order)
    return (
      <Skeleton status="Loading...">
        <CardSkeleton />
        <CardSkeleton />
      </Skeleton>
    )
  const { areRequestsFirst, hasStrip } = order

  const requests = <OwnBloodRequests key="requests" list={list} />
  const asDonor = (
    <div key="donor" className={styles.donor}>
      <OwnOffers offers={offers} donorName={donor.data?.fullName} />
      <MyDonorProfile
        query={donor}
        isSecondary={areRequestsFirst}
        hasStrip={hasStrip}
        given={givenOf(donations.data)}
      />
      <OwnDonations recorded={donations} />
    </div>
  )
  return (
    <>
      {hasStrip && donor.data && <DonorStrip donor={donor.data} />}
      <DeletionNotices deletions={deletions.data ?? []} />
      <div className={styles.columns}>{areRequestsFirst ? [requests, asDonor] : [asDonor, requests]}</div>
    </>
  )
}
