import {
  capitalize,
  HOSPITAL_DECIDES_GROUPS,
  howGiven,
  isOrAre,
  requiredBloodOf,
} from '@blood-bank/contract/blood-requests/descriptions'
import { type BloodRequestSummary, URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { Moment } from '../../api/moment.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import { describeUnitsLeft } from './state.ts'

/** What is needed, where and when, for whoever has the link of an email. No patient and no person: emails are forwarded. */
export function RequestSummary({ bloodRequest }: { bloodRequest: BloodRequestSummary }) {
  const { requiredBloodGroup, urgency, offersStanding } = bloodRequest
  const { requestedAt, neededBy } = bloodRequest
  return (
    <Card title={`${capitalize(requiredBloodOf(bloodRequest))} ${isOrAre(bloodRequest)} needed`}>
      <Stack row>
        <Badge tone="blood">{requiredBloodGroup}</Badge>
        <Badge tone={urgency}>{URGENCY_DESCRIPTIONS[urgency]}</Badge>
      </Stack>
      <Facts
        facts={{
          Platelets: howGiven(bloodRequest),
          'Other Blood Groups': bloodRequest.takesOtherGroups ? HOSPITAL_DECIDES_GROUPS : null,
          Hospital: bloodRequest.hospitalName ?? 'Shown to members who are signed in',
          'Hospital Location': bloodRequest.hospitalLocation,
          Units:
            describeUnitsLeft(bloodRequest) + (offersStanding > 0 ? `, ${offersStanding}\u00a0offered` : ''),
          Requested: <Moment at={requestedAt} />,
          'Needed by': neededBy && <Moment at={neededBy} />,
        }}
      />
    </Card>
  )
}
