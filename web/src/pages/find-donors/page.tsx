import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS, type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import {
  donorGroupsFor,
  HOSPITAL_TESTS,
  otherDonorGroupsFor,
} from '@blood-bank/contract/donors/compatibility'
import { DonorSearchQuery } from '@blood-bank/contract/donors/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useOwnActiveGroups, useOwnBloodRequests } from '../../features/blood-requests/queries.ts'
import { isActive } from '../../features/blood-requests/state.ts'
import { GroupLinks, ownFirst } from '../../features/donors/group-links.tsx'
import { refreshSearches, useCompatibleDonorSearch, useDonorSearch } from '../../features/donors/queries.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { forBloodGroup, useBloodGroupHint, useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useNearViewport } from '../../lists/use-near-viewport.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { DonorList, type DonorListProps } from './donor-list.tsx'
import styles from './page.module.css'

const now = () => currentTime().getTime()

/** The searched blood group is in the URL, so that it survives reloading and going back. */
export function FindDonorsPage() {
  const bloodGroup = useBloodGroupInUrl()
  const searchedAt = useSearchedAt(bloodGroup)
  const own = useOwnActiveGroups()
  return (
    <Page title="Find Donors" lead={bloodGroup ? null : "Choose the patient's blood group."} width="wide">
      <div className={styles.choice}>
        <GroupLinks name={{ 'aria-label': "The patient's blood group" }} chosen={bloodGroup} own={own} />
        <DonorSearchForm bloodGroup={bloodGroup} />
      </div>
      {bloodGroup ? (
        <DonorResults bloodGroup={bloodGroup} searchedAt={searchedAt} />
      ) : (
        <BeforeSearch own={own} />
      )}
    </Page>
  )
}

/** In the place of donors: who can give to whom, and what else than calling there is to do. */
function BeforeSearch({ own }: { own: BloodGroup[] | undefined }) {
  const isPosted = own !== undefined && own.length > 0
  return (
    <Section title="Who can give to whom">
      <dl className={styles.givers} data-waiting={own === undefined || undefined}>
        {ownFirst(own ?? []).map(group => (
          <div key={group}>
            <dt>
              <Badge tone="blood">{group}</Badge>
            </dt>
            <dd>{describeGivers(group)}</dd>
          </div>
        ))}
      </dl>
      <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      <div className={styles.instead} data-waiting={own === undefined || undefined}>
        <p>{isPosted ? 'You have posted a request.' : 'We can ask donors for you.'}</p>
        {isPosted ? (
          <LinkButton to="/dashboard">See who can come</LinkButton>
        ) : (
          <LinkButton to="/post-request">Post a Request</LinkButton>
        )}
      </div>
    </Section>
  )
}

function describeGivers(group: BloodGroup): string {
  const givers = donorGroupsFor(group)
  return givers.length === BLOOD_GROUPS.length
    ? 'from all groups'
    : `from ${givers.map(withMinus).join(', ')}`
}

/** When somebody searched last, in ms. Each search is a navigation; one for the same group fetches the donors again. */
function useSearchedAt(bloodGroup: BloodGroup | null): number {
  const client = useQueryClient()
  const { key } = useLocation()
  const [last, setLast] = useState({ key, at: now() })
  if (last.key !== key) setLast({ key, at: now() })
  const fetched = useRef({ key, bloodGroup })
  useEffect(() => {
    const { current } = fetched
    if (current.key !== key && current.bloodGroup === bloodGroup) void refreshSearches(client)
    fetched.current = { key, bloodGroup }
  }, [key, bloodGroup, client])
  return last.at
}

/** For whoever does not press a group (spec §5). */
function DonorSearchForm({ bloodGroup }: { bloodGroup: BloodGroup | null }) {
  const [, setQuery] = useSearchParams()
  const searched = bloodGroup ?? ''
  const form = useContractForm({
    schema: DonorSearchQuery,
    initial: { bloodGroup: searched as string },
    send: async ({ bloodGroup: chosen }) =>
      setQuery({ bloodGroup: chosen }, { replace: chosen === bloodGroup }),
  })

  // The search changes on going back.
  const [shown, setShown] = useState(searched)
  if (shown !== searched) {
    setShown(searched)
    form.set('bloodGroup', searched)
  }

  return (
    <div className={styles.search}>
      <Form form={form} action="Search" variant="secondary">
        <SelectField
          label="Blood Group"
          options={BLOOD_GROUPS}
          placeholder="Select…"
          isRequired
          hint={useBloodGroupHint()}
          {...form.text('bloodGroup')}
        />
      </Form>
    </div>
  )
}

/** The available donors of a blood group, and below them those of the other groups that can give to it. */
function DonorResults({ bloodGroup, searchedAt }: DonorListProps) {
  const own = useOwnBloodRequests()
  const search = useDonorSearch(bloodGroup)
  const open = own.data?.pages.flat().filter(isActive) ?? []
  const isPosted = open.some(
    ({ requiredBloodGroup, component }) =>
      requiredBloodGroup === bloodGroup && component !== 'apheresis-platelets',
  )
  const isComplete = search.data !== undefined && !search.hasNextPage && !own.isPending
  const hasOtherGroups = otherDonorGroupsFor(bloodGroup).length > 0
  return (
    <>
      <Section title={`Available Donors: ${withMinus(bloodGroup)}`}>
        {search.data && !own.isPending && (
          <AboutOwnRequest bloodGroup={bloodGroup} isPosted={isPosted} open={open} />
        )}
        <DonorList
          list={search}
          bloodGroup={bloodGroup}
          searchedAt={searchedAt}
          none={`No available donors found for blood group: ${bloodGroup}.`}
          isPosted={isPosted}
          isHeldBack={own.isPending}
          next={
            isPosted ? (
              <LinkButton to="/dashboard" variant="primary">
                Share your request
              </LinkButton>
            ) : (
              <LinkButton to={`/post-request${forBloodGroup(bloodGroup)}`} variant="primary">
                Post a Request
              </LinkButton>
            )
          }
        />
      </Section>
      {/* The footer stays hidden, too: more is about to come above it. */}
      {search.hasNextPage && !search.isFetchNextPageError && <div hidden data-waiting />}
      {isComplete && hasOtherGroups && (
        <CompatibleDonors
          key={bloodGroup}
          bloodGroup={bloodGroup}
          searchedAt={searchedAt}
          isPosted={isPosted}
        />
      )}
      {isComplete && (
        <div className={styles.foot}>
          <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
        </div>
      )}
    </>
  )
}

type OwnRequest = { bloodGroup: BloodGroup; isPosted: boolean; open: BloodRequest[] }

/**
 * What becomes of one's own request, about nobody in the list. The search is about blood: whoever needs only platelets by
 * machine is told whom else to ask, which is nobody but us.
 */
function AboutOwnRequest({ bloodGroup, isPosted, open }: OwnRequest) {
  if (isPosted)
    return (
      <p>{`Your request for ${withMinus(bloodGroup)} is being passed on to donors. You can also call these.`}</p>
    )
  if (open.length === 0 || open.some(({ component }) => component !== 'apheresis-platelets')) return null
  return <p>These donors give blood. For platelets by machine we ask donors who said they give them.</p>
}

/**
 * The available donors of the other groups that can give to a blood group. They are fetched only when their section is
 * scrolled into view, because the numbers that an account is sent are limited.
 */
function CompatibleDonors(props: DonorListProps & { isPosted: boolean }) {
  const start = useRef<HTMLDivElement>(null)
  const [isReached, setReached] = useState(false)
  useNearViewport(start, { isEnabled: !isReached, margin: '0px', onNear: () => setReached(true) })
  return (
    <Section title={`Donors of other groups who can give to ${withMinus(props.bloodGroup)}`}>
      {/* As while it loads, which it is about to: the foot would move. */}
      {isReached ? <CompatibleDonorList {...props} /> : <div ref={start} data-skeleton />}
    </Section>
  )
}

const CompatibleDonorList = (props: DonorListProps & { isPosted: boolean }) => (
  <DonorList {...props} isOfOtherGroups list={useCompatibleDonorSearch(props.bloodGroup)} none="None now." />
)
