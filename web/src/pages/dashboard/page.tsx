import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import {
  dismissRequestDeletion,
  listRequestDeletions,
  REMOVAL_REASON_SENTENCES,
  type RequestDeletion,
} from '@blood-bank/contract/blood-requests/removals'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { Moment } from '../../api/moment.tsx'
import { useOwnBloodRequests } from '../../features/blood-requests/queries.ts'
import { isCurrent } from '../../features/blood-requests/state.ts'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { useOwnOffers } from '../../features/offers/queries.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { IF_MISTAKEN, WithContactLink } from '../../ui/feedback/contact-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { CardSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import { givenOf, useOwnDonations } from './donations/queries.ts'
import { Availability } from './donor-card/availability.tsx'
import { MyDonorProfile } from './donor-profile.tsx'
import { OwnOffers } from './own-offers/own-offers.tsx'
import { OwnBloodRequests } from './own-request/own-blood-requests.tsx'
import styles from './page.module.css'

/** Loaded while the donations are: nothing is in the way of the first window. */
const OwnDonations = lazyPart(async () => (await import('./donations/own-donations.tsx')).OwnDonations)

export function DashboardPage() {
  return (
    <Page title="Dashboard" width="wide">
      <div className={styles.sections}>
        <RegisteredNotice />
        <Sections />
      </div>
      <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
    </Page>
  )
}

/**
 * The actor's requests that admins deleted, until the actor has read it. Not below the key of the lists, which hold requests
 * page by page.
 */
const deletionsQuery = queryOptions({
  queryKey: ['request-deletions'],
  // The request leaves the list.
  meta: { live: ['own-blood-requests'] },
  queryFn: ({ signal }) => call(listRequestDeletions, {}, { signal }),
  select: ({ deletions }) => deletions,
})

/** The strip is for whoever would have to scroll to their donor card, which then leaves it out. */
type Order = { areRequestsFirst: boolean; hasStrip: boolean }

const LINKED: Order = { areRequestsFirst: false, hasStrip: true }

/**
 * The person's requests and the person as a donor: at a desk side by side, below each other on a phone. With an active
 * request, or one that an admin closed lately, the requests come first.
 */
function Sections() {
  const list = useOwnBloodRequests()
  const deletions = useQuery(deletionsQuery)
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
    setOrder({ areRequestsFirst, hasStrip: !areRequestsFirst && offers.data?.total !== 0 })
  }
  if (!order)
    return (
      <Skeleton status="Loading...">
        <CardSkeleton />
        <CardSkeleton />
      </Skeleton>
    )
  const { areRequestsFirst, hasStrip } = order
  const given = givenOf(donations.data)

  const requests = <OwnBloodRequests key="requests" list={list} />
  const asDonor = (
    <div key="donor" className={styles.donor}>
      <OwnOffers offers={offers} donorName={donor.data?.fullName} />
      <MyDonorProfile query={donor} isSecondary={areRequestsFirst} hasStrip={hasStrip} given={given} />
      <Suspense>
        <OwnDonations recorded={donations} />
      </Suspense>
    </div>
  )
  return (
    <>
      {/* In one strip what a donor comes for: their group, and whether they are available. */}
      {hasStrip && donor.data && !donations.isPending && (
        <div className={styles.strip}>
          <Badge tone="blood">{donor.data.bloodGroup}</Badge>
          <Availability donor={donor.data} given={given} />
        </div>
      )}
      <DeletionNotices deletions={deletions.data ?? []} />
      <div className={styles.columns}>{areRequestsFirst ? [requests, asDonor] : [asDonor, requests]}</div>
    </>
  )
}

/** Tells the actor which requests of theirs admins deleted: they have no card any more. */
function DeletionNotices({ deletions }: { deletions: RequestDeletion[] }) {
  const client = useQueryClient()
  const dismissing = useMutation({
    mutationFn: ({ id }: RequestDeletion) => call(dismissRequestDeletion, { params: { id } }),
    // It is gone at once: if that can't be stored, the next visit shows it again.
    onMutate: ({ id }) =>
      client.setQueryData(
        deletionsQuery.queryKey,
        found => found && { deletions: found.deletions.filter(other => other.id !== id) },
      ),
  })
  return deletions.map(deletion => (
    <Notice key={deletion.id} kind="warning" onDismiss={() => dismissing.mutate(deletion)}>
      <p>
        On <Moment at={deletion.deletedAt} />, an admin deleted the request for {requiredBloodOf(deletion)}{' '}
        that you posted on <Moment at={deletion.requestedAt} />.
      </p>
      <p>
        Reason: <WithContactLink>{REMOVAL_REASON_SENTENCES[deletion.reason]}</WithContactLink>
      </p>
      <p>
        <WithContactLink>{IF_MISTAKEN}</WithContactLink>
      </p>
    </Notice>
  ))
}
