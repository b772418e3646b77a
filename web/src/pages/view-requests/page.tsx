import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { BloodRequestCardSkeleton } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { REQUESTS_LEAD } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { useActiveBloodRequests } from '../../features/blood-requests/queries.ts'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { countLoaded } from '../../lists/records.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Chips } from '../../ui/controls/chips.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/records/skeleton.tsx'
import { ActiveBloodRequests } from './active-blood-requests.tsx'
import { Offering, useOfferingContext } from './offering/offering.tsx'
import styles from './requests.module.css'

const TITLE_OF_OPENED = 'Request from your link'

/** Loaded on demand: only links from elsewhere lead to one request. */
const OpenedBloodRequest = lazyPage(() => import('./opened-blood-request.tsx'), 'OpenedBloodRequest')

/** All active requests or those that the actor can give to, or the one that the address names. */
export function ViewRequestsPage() {
  return (
    <Page title="Blood Requests" lead={REQUESTS_LEAD} width="wide" isDense>
      <RegisteredNotice />
      <RequestsToOfferFor />
    </Page>
  )
}

const RequestsToOfferFor = () => (
  <Offering donor={useOwnDonor()}>
    <Requests />
  </Offering>
)

/** Shown together with whether the actor may offer for them, as that adds lines and buttons. */
function Requests() {
  const { isLoading } = useOfferingContext()
  const address = new URLSearchParams(useLocation().search)
  const openedId = address.get('request')
  if (openedId !== null)
    return (
      <Suspense fallback={<OpenedRequestSkeleton />}>
        <OpenedBloodRequest key={openedId} id={openedId} title={TITLE_OF_OPENED} isHeldBack={isLoading} />
      </Suspense>
    )
  return <ListOfRequests isOfGroup={address.get('show') === 'can-give'} isHeldBack={isLoading} />
}

const OpenedRequestSkeleton = () => (
  <Section title={TITLE_OF_OPENED}>
    <RequestSkeleton />
  </Section>
)

const ALL = '/view-requests'

/** Without the group, which stays private when the address is shared. */
const OF_OWN_GROUP = `${ALL}?show=can-give`

function ListOfRequests({ isOfGroup, isHeldBack }: { isOfGroup: boolean; isHeldBack: boolean }) {
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
      {isOfGroup ? (
        <RequestsOfOwnGroup isHeldBack={isHeldBack} />
      ) : (
        <ActiveBloodRequests list={all} isHeldBack={isHeldBack} />
      )}
    </div>
  )
}

type ActiveRequests = ReturnType<typeof useActiveBloodRequests>

/** How many requests donors of a group can give to, if all are loaded. */
function countFor(group: BloodGroup | undefined, list: ActiveRequests['data']): number | null {
  if (!group || !list || countLoaded(list.pages) < list.total) return null
  return list.pages.flat().filter(({ requiredBloodGroup }) => canGiveTo(group, requiredBloodGroup)).length
}

/** What the actor can give to, by the group in their donor profile. */
function RequestsOfOwnGroup({ isHeldBack }: { isHeldBack: boolean }) {
  const { data: donor } = useOwnDonor()
  if (donor) return <RequestsOfGroup donorBloodGroup={donor.bloodGroup} isHeldBack={isHeldBack} />
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

const RequestsOfGroup = ({
  donorBloodGroup,
  isHeldBack,
}: {
  donorBloodGroup: BloodGroup
  isHeldBack: boolean
}) => <ActiveBloodRequests list={useActiveBloodRequests(donorBloodGroup)} isOfGroup isHeldBack={isHeldBack} />

const RequestSkeleton = () => (
  <Skeleton status="Loading...">
    <BloodRequestCardSkeleton />
  </Skeleton>
)
