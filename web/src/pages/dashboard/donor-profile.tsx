import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import type { ComponentProps } from 'react'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { site } from '../../api/site.ts'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { DONOR_FETCH_FAILED, type useOwnDonor } from '../../features/donors/queries.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { IF_MISTAKEN, WithContactLink } from '../../ui/feedback/contact-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { calendarDateOf, formatDay } from '../../ui/records/dates.ts'
import { Facts } from '../../ui/records/facts.tsx'
import { ButtonSkeleton, FactsSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import { AddDonation } from './donations/add-donation.tsx'
import type { Given } from './donations/queries.ts'
import { DonorCard, DonorCardSkeleton } from './donor-card/donor-card.tsx'

/** " on Mar 1, 2026"; nothing when the time is not known. */
const on = (moment: string | null) =>
  moment ? ` on ${formatCalendarDate(calendarDateOf(new Date(moment), site.timeZone))}` : ''

const changeByAdmin = (deed: string, changedAt: string | false | null) =>
  changedAt ? `${deed} by an admin${on(changedAt)}` : null

type Props = {
  query: ReturnType<typeof useOwnDonor>
  /** Whether registering is not what the person came for. */
  isSecondary: boolean
  /** Whether the strip on top of the page says whether they are available. */
  hasStrip: boolean
  given: Given
}

/** The actor's own donor profile, or the way to one. */
export const MyDonorProfile = ({ query, isSecondary, ...shown }: Props) => (
  <Card title="My Donor Profile">
    <FetchFailure query={query} failed={DONOR_FETCH_FAILED} />
    {query.data && <DonorProfile donor={query.data} {...shown} />}
    {query.data === null && (
      <NoDonorProfile isSecondary={isSecondary}>
        You aren't registered as a donor yet. It takes two minutes, and you decide who sees your number.
      </NoDonorProfile>
    )}
    {query.data === undefined && query.isFetching && <DonorProfileSkeleton />}
  </Card>
)

/** With what admins changed. What one knows of oneself but the name is under Edit. */
function DonorProfile({ donor, hasStrip, given }: ComponentProps<typeof DonorCard>) {
  return (
    <Stack>
      <DonorCard donor={donor} hasStrip={hasStrip} given={given} />
      {!donor.isProfileActive && (
        <Notice kind="warning">
          <span>
            {`An admin deactivated your profile${on(donor.activationChangedAt)}, so you won't appear in searches.`}
          </span>{' '}
          <WithContactLink>{IF_MISTAKEN}</WithContactLink>
        </Notice>
      )}
      {!donor.isVerified && donor.verificationChangedAt && (
        <Notice kind="warning">
          <span>{`An admin marked your profile as Not Verified${on(donor.verificationChangedAt)}.`}</span> You
          still appear in searches, after Verified donors. Please check your University ID and your blood
          group. <WithContactLink>{IF_MISTAKEN}</WithContactLink>
        </Notice>
      )}
      <Facts
        facts={{
          'Full Name': donor.fullName,
          Verification: changeByAdmin('Verified', donor.isVerified && donor.verificationChangedAt),
          Profile: changeByAdmin('Activated', donor.isProfileActive && donor.activationChangedAt),
          'Platelets by machine':
            donor.recordedPlateletsDate && donor.plateletsFrom
              ? `Again from ${formatDay(donor.plateletsFrom)}`
              : null,
        }}
      />
      <Stack row>
        <LinkButton to="/edit-donor-profile">Edit</LinkButton>
        <AddDonation />
      </Stack>
    </Stack>
  )
}

const DonorProfileSkeleton = () => (
  <Skeleton status="Loading...">
    <DonorCardSkeleton />
    <FactsSkeleton count={1} />
    <ButtonSkeleton />
  </Skeleton>
)
