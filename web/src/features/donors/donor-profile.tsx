import { type Donor, UNIVERSITY_ROLE_LABELS } from '@blood-bank/contract/donors'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatDay } from '../../ui/records/dates.ts'
import { Facts } from '../../ui/records/facts.tsx'
import { BadgeSkeleton, ButtonSkeleton, FactsSkeleton, Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { AvailabilitySwitch } from './availability-switch.tsx'

/** The actor's own donor profile. */
export function DonorProfile({ donor }: { donor: Donor }) {
  return (
    <Stack>
      <Stack row>
        <Badge tone="blood">{donor.bloodGroup}</Badge>
        <Badge tone={donor.isVerified ? 'good' : 'warning'}>
          {donor.isVerified ? 'Verified' : 'Not Verified'}
        </Badge>
        {!donor.isProfileActive && <Badge tone="bad">Inactive</Badge>}
      </Stack>
      {!donor.isProfileActive && (
        <Notice kind="warning">An admin deactivated your profile, so you won't appear in searches.</Notice>
      )}
      <Facts
        facts={{
          'Full Name': donor.fullName,
          'University ID': donor.universityId,
          Role: UNIVERSITY_ROLE_LABELS[donor.universityRole],
          Department: donor.department,
          'Contact Number': donor.contactNumber,
          'Contact visibility': donor.allowContactVisibility ? 'Shown to people searching' : 'Private',
          'Last Donation Date': donor.lastDonationDate ? formatDay(donor.lastDonationDate) : 'None given',
        }}
      />
      <AvailabilitySwitch donor={donor} />
      <div>
        <LinkButton to="/edit-donor-profile">Edit</LinkButton>
      </div>
    </Stack>
  )
}

/** Placeholder of the profile while it loads. */
export const DonorProfileSkeleton = () => (
  <Skeleton status="Loading...">
    <BadgeSkeleton />
    <FactsSkeleton count={7} />
    <Line width={12} />
    <ButtonSkeleton />
  </Skeleton>
)
