import type { AskedAlert } from '@blood-bank/contract/alert-answers'
import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests'
import { HOSPITAL_TESTS } from '@blood-bank/contract/rules/compatibility'
import { site } from '../../../api/site.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { Facts } from '../../../ui/records/facts.tsx'

/** What is needed, where and when. No patient and no person: emails are forwarded. */
export function AskedFacts({ alert }: { alert: AskedAlert }) {
  const { requiredBloodGroup, urgency, unitsRequired, unitsGiven, offersStanding, requestedAt } = alert
  return (
    <Card title={`${requiredBloodGroup} blood is needed`}>
      <Stack row>
        <Badge tone="blood">{requiredBloodGroup}</Badge>
        <Badge tone={urgency}>{URGENCY_DESCRIPTIONS[urgency]}</Badge>
      </Stack>
      <Facts
        facts={{
          Hospital: alert.hospitalName,
          'Hospital Location': alert.hospitalLocation,
          'Units Required': unitsRequired,
          Donations: `${unitsGiven} of ${unitsRequired} given · ${offersStanding}\u00a0offered`,
          Requested: <time dateTime={requestedAt}>{formatMoment(requestedAt, site.timeZone)}</time>,
        }}
      />
      <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
    </Card>
  )
}
