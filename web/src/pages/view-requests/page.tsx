import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { meets } from '@blood-bank/contract/donors/needs'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { isRefused } from '../../api/explain-failure.ts'
import { hasServiceWorker } from '../../device/offline/worker-registration.ts'
import { BloodRequestCardSkeleton } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { BloodRequestList } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { REQUESTS_FETCH_FAILED, useActiveBloodRequests } from '../../features/blood-requests/queries.ts'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { countLoaded } from '../../lists/records.ts'
import { lazyPage, lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Chips } from '../../ui/controls/chips.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Skeleton } from '../../ui/records/skeleton.tsx'
import { OfferGuidance } from './offering/offer-guidance.tsx'
import { Offering, useOfferingContext } from './offering/offering.tsx'
import styles from './page.module.css'
import { RequestCard } from './request-card.tsx'

const TITLE_OF_OPENED = 'Request from your link'

/** Loaded on demand: only links from elsewhere lead to one request. */
const OpenedBloodRequest = lazyPage(() => import('./opened-blood-request.tsx'), 'OpenedBloodRequest')

/** Loaded on demand: rarely needed. */
const SavedBloodRequests = lazyPart(
  async () =>
    (await import('../../features/blood-requests/lists/saved-blood-requests.tsx')).SavedBloodRequests,
)

/** All active requests or those that the actor can give to, or the one that the address names. */
export function ViewRequestsPage() {
  return (
    <Page title="Blood Requests" width="wide">
      <RegisteredNotice />
      <RequestsToOfferFor />
      <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
    </Page>
  )
}

const RequestsToOfferFor = () => (
  <Offering donor={useOwnDonor()}>
    <Requests />
  </Offering>
)

function Requests() {
  const address = new URLSearchParams(useLocation().search)
  const openedId = address.get('request')
  if (openedId !== null)
    return (
      <Suspense
        fallback={
          <Section title={TITLE_OF_OPENED}>
            <RequestSkeleton />
          </Section>
        }
      >
        <OpenedBloodRequest key={openedId} id={openedId} title={TITLE_OF_OPENED} />
      </Suspense>
    )
  return <ListOfRequests isOfGroup={address.get('show') === 'can-give'} />
}

const ALL = '/view-requests'

/** Without the group, which stays private when the address is shared. */
const OF_OWN_GROUP = `${ALL}?show=can-give`

function ListOfRequests({ isOfGroup }: { isOfGroup: boolean }) {
  const { data: donor } = useOwnDonor()
  const all = useActiveBloodRequests()
  return (
    <div className={styles.requests}>
      <Chips
        label="Requests to show"
        chips={[
          { label: 'All', count: all.data?.total ?? null, to: ALL, isCurrent: !isOfGroup },
          {
            label: 'I can give to',
            count: countFor(donor?.bloodGroup, all.data),
            to: OF_OWN_GROUP,
            isCurrent: isOfGroup,
          },
        ]}
      />
      {isOfGroup ? <RequestsOfOwnGroup /> : <ActiveBloodRequests list={all} />}
    </div>
  )
}

type ActiveRequests = ReturnType<typeof useActiveBloodRequests>

/** For how many requests donors of a group can give, if all are loaded. */
function countFor(group: BloodGroup | undefined, list: ActiveRequests['data']): number | null {
  if (!group || !list || countLoaded(list.pages) < list.total) return null
  return list.pages.flat().filter(bloodRequest => meets(group, bloodRequest)).length
}

/** What the actor can give to, by the group in their donor profile. */
function RequestsOfOwnGroup() {
  const { data: donor } = useOwnDonor()
  if (donor) return <RequestsFor donorBloodGroup={donor.bloodGroup} />
  return (
    <Section title="Active Requests" isTitleHidden>
      <OwnDonor waiting={<RequestSkeleton />}>
        {() => (
          <NoDonorProfile returnTo={OF_OWN_GROUP}>
            Register as a donor first: your profile says which blood group you have.
          </NoDonorProfile>
        )}
      </OwnDonor>
    </Section>
  )
}

const RequestsFor = ({ donorBloodGroup }: { donorBloodGroup: BloodGroup }) => (
  <ActiveBloodRequests list={useActiveBloodRequests(donorBloodGroup)} isOfGroup />
)

const RequestSkeleton = () => (
  <Skeleton status="Loading...">
    <BloodRequestCardSkeleton />
  </Skeleton>
)

type ListProps = {
  list: ActiveRequests
  /** Whether it lists only what the actor can give to. */
  isOfGroup?: boolean
}

const NONE = {
  none: 'No active blood requests at the moment.',
  next: <LinkButton to="/post-request">Post a Request</LinkButton>,
}

const NONE_OF_GROUP = {
  none: 'No active requests that you can give to at the moment.',
  next: <LinkButton to="/view-requests">View all requests</LinkButton>,
}

/**
 * Everybody's active requests (spec §2, /view-requests), or the saved ones while they can't be fetched. Shown together with
 * whether the actor may offer for them, as that adds lines and buttons.
 */
function ActiveBloodRequests({ list, isOfGroup = false }: ListProps) {
  const { isLoading } = useOfferingContext()
  const isUnreachable = list.isLoadingError && !isRefused(list.error)
  return (
    <>
      <BloodRequestList
        Card={RequestCard}
        title="Active Requests"
        list={list}
        failed={REQUESTS_FETCH_FAILED}
        {...(isOfGroup ? NONE_OF_GROUP : NONE)}
        urgencyLabels={URGENCY_DESCRIPTIONS}
        isTitleHidden
        isCountHidden
        skeleton={<BloodRequestCardSkeleton />}
        intro={<OfferGuidance />}
        isHeldBack={isLoading}
      />
      {isUnreachable && hasServiceWorker() && (
        <Suspense>
          <SavedBloodRequests />
        </Suspense>
      )}
    </>
  )
}
