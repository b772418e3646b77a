import { useState } from 'react'
import { useLocation } from 'react-router'
import { useOwnBloodRequests } from '../../features/blood-requests/queries.ts'
import { isCurrent } from '../../features/blood-requests/state.ts'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CardSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import { DeletionNotices } from './deletion-notices.tsx'
import { OwnDonations } from './donations/own-donations.tsx'
import { DonorProfile, DonorProfileSkeleton } from './donor-profile.tsx'
import { OwnBloodRequests } from './own-blood-requests.tsx'
import { OwnOffers } from './own-offers/own-offers.tsx'
import { useRequestDeletions } from './owner-notice-queries.ts'

export function DashboardPage() {
  return (
    <Page
      title="Dashboard"
      lead={
        <>
          <Link to="/account">Account</Link>: your data, your password, and where you're signed in.
        </>
      }
      width="wide"
    >
      <RegisteredNotice />
      <Sections />
    </Page>
  )
}

/** With an active request, or one that an admin closed lately, the person's requests come first. */
function Sections() {
  const list = useOwnBloodRequests()
  // A link to a section needs it at once.
  const isLinked = useLocation().hash !== ''
  const [areRequestsFirst, setAreRequestsFirst] = useState(isLinked ? false : null)
  const isUndecided = areRequestsFirst === null
  // They stand above the sections, which they would push down.
  const { isPending: areDeletionsPending } = useRequestDeletions()
  // Decided once: sections don't change places while they are read, even if the request closes.
  if (isUndecided && !list.isPending && !areDeletionsPending)
    setAreRequestsFirst(list.data?.pages.flat().some(isCurrent) ?? false)

  const requests = <OwnBloodRequests key="requests" list={list} />
  const offers = <OwnOffers key="offers" />
  const donor = <MyDonorProfile key="donor" isSecondary={areRequestsFirst ?? false} />
  const donations = <DonationsOfDonor key="donations" />
  return (
    <>
      {/* Hides what follows (`Page`), so that nobody sees it change places. */}
      {isUndecided && (
        <Skeleton status="Loading...">
          <CardSkeleton />
          <CardSkeleton />
        </Skeleton>
      )}
      <DeletionNotices />
      {areRequestsFirst ? [requests, offers, donor, donations] : [donor, donations, offers, requests]}
    </>
  )
}

const MyDonorProfile = ({ isSecondary }: { isSecondary: boolean }) => (
  <Card title="My Donor Profile">
    <OwnDonor waiting={<DonorProfileSkeleton />}>
      {donor =>
        donor ? (
          <DonorProfile donor={donor} />
        ) : (
          <NoDonorProfile isSecondary={isSecondary}>
            You aren't registered as a donor yet. It takes two minutes, and you decide who sees your number.
          </NoDonorProfile>
        )
      }
    </OwnDonor>
  </Card>
)

/** For those who have a donor profile. */
function DonationsOfDonor() {
  const { data: donor, isPending } = useOwnDonor()
  return (donor || isPending) && <OwnDonations eligibleFrom={donor?.eligibleFrom} />
}
