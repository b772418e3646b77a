import {
  CONTACT_IS_PRIVATE,
  type DonorSearchResult,
  UNIVERSITY_ROLE_LABELS,
} from '@blood-bank/contract/donors'
import { memo, useId } from 'react'
import { Badge } from '../../ui/records/badge.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import { PhoneNumber } from '../../ui/records/phone-number.tsx'
import { RecordCard } from '../../ui/records/record-card.tsx'

/** A donor as a search shows them. */
export const DonorHitCard = memo(({ donor }: { donor: DonorSearchResult }) => (
  <RecordCard
    id={useId()}
    title={donor.fullName}
    mark={<Badge tone="blood">{donor.bloodGroup}</Badge>}
    badges={donor.isVerified && <Badge tone="good">Verified</Badge>}
  >
    <Facts
      facts={{
        Role: UNIVERSITY_ROLE_LABELS[donor.universityRole],
        Department: donor.department,
        'Contact Number':
          donor.contactNumber === null ? CONTACT_IS_PRIVATE : <PhoneNumber number={donor.contactNumber} />,
      }}
    />
  </RecordCard>
))
