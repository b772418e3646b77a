import { formatCalendarDate } from '@blood-bank/contract/calendar-dates'
import {
  CONTACT_IS_PRIVATE,
  type DonorSearchResult,
  UNIVERSITY_ROLE_LABELS,
} from '@blood-bank/contract/donors/endpoints'
import { NUMBER_IS_WITHHELD } from '@blood-bank/contract/numbers/contact-numbers'
import { memo, useId } from 'react'
import { CallButtons } from '../../ui/phone/call-buttons.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import { RecordCard } from '../../ui/records/record-card.tsx'

const numberMissing = ({ isNumberWithheld }: DonorSearchResult) =>
  isNumberWithheld ? NUMBER_IS_WITHHELD : CONTACT_IS_PRIVATE

/** A donor in the search results. */
export const DonorResultCard = memo(({ donor }: { donor: DonorSearchResult }) => (
  <RecordCard
    id={useId()}
    title={donor.fullName}
    mark={<Badge tone="blood">{donor.bloodGroup}</Badge>}
    badges={
      (donor.isVerified || donor.eligibleFrom) && (
        <>
          {donor.isVerified && <Badge tone="good">Verified</Badge>}
          {donor.eligibleFrom && <Badge>Can donate from {formatCalendarDate(donor.eligibleFrom)}</Badge>}
        </>
      )
    }
    actions={donor.contactNumber !== null && <CallButtons number={donor.contactNumber} />}
  >
    <Facts
      facts={{
        Role: UNIVERSITY_ROLE_LABELS[donor.universityRole],
        Department: donor.department,
        'Contact Number': donor.contactNumber === null ? numberMissing(donor) : null,
      }}
    />
  </RecordCard>
))
