import { howGiven } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { Moment } from '../../../api/moment.tsx'
import { site } from '../../../api/site.ts'
import { WithheldNumber } from '../../../session/withheld-number.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import { RelativeTime } from '../../../ui/records/relative-time.tsx'
import { describeUnits } from '../state.ts'

type Props = {
  bloodRequest: BloodRequest
  /** Further facts, which stand after the units. */
  more?: Readonly<Record<string, string>>
}

/** What was entered and what came of it, without the group and the hospital, which name the request. */
export function BloodRequestFacts({ bloodRequest, more }: Props) {
  const { neededBy, requestedAt, additionalInfo } = bloodRequest
  return (
    <>
      <Facts
        facts={{
          Platelets: howGiven(bloodRequest),
          'Patient Name': bloodRequest.patientName,
          'Hospital Location': bloodRequest.hospitalLocation,
          'Units Required': bloodRequest.unitsRequired,
          Donations: describeUnits(bloodRequest),
          ...more,
          'Contact Person': bloodRequest.contactPerson,
          'Contact Number': bloodRequest.contactNumber ?? (
            <WithheldNumber until={bloodRequest.numberWithheldUntil} />
          ),
          Requested: <RelativeTime moment={requestedAt} timeZone={site.timeZone} />,
          'Needed by': neededBy && <Moment at={neededBy} />,
        }}
      />
      {additionalInfo && <Facts facts={{ 'Additional Info': additionalInfo }} />}
    </>
  )
}
