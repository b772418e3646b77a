import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { site } from '../../../api/site.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'

/** Tells the owner of a request that reports hide it, and what follows. */
export const HiddenNotice = ({ hiddenAt }: { hiddenAt: NonNullable<BloodRequest['hiddenAt']> }) => (
  <Notice kind="warning">
    Hidden since {formatMoment(hiddenAt, site.timeZone)}, because several members have reported this request.
    Until an admin has looked at it, other members don't see it and no more donors are asked. Donors who have
    offered can still come. You needn't do anything: we'll email you the decision.
  </Notice>
)
