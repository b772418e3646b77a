import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { REMOVAL_REASON_SENTENCES } from '@blood-bank/contract/blood-requests/removals'
import { Moment } from '../../../api/moment.tsx'
import { IF_MISTAKEN, WithContactLink } from '../../../ui/feedback/contact-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** Tells the owner of a request that reports hide it or that an admin closed it, and what follows. */
export function OwnerNotice({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { hiddenAt, closedByAdminAt, closingReason } = bloodRequest
  if (hiddenAt)
    return (
      <Notice kind="warning">
        Hidden since <Moment at={hiddenAt} />, because several members have reported this request. Until an
        admin has looked at it, other members don't see it and no more donors are asked. Donors who have
        offered can still come. You needn't do anything: we'll email you the decision.
      </Notice>
    )
  if (!closedByAdminAt) return null
  if (!closingReason)
    return (
      <Notice kind="info">
        An admin marked this request as fulfilled on <Moment at={closedByAdminAt} />. If blood is still
        needed, post it again.
      </Notice>
    )
  return (
    <Notice kind="warning">
      <p>
        An admin cancelled this request on <Moment at={closedByAdminAt} />.
      </p>
      <p>
        Reason: <WithContactLink>{REMOVAL_REASON_SENTENCES[closingReason]}</WithContactLink>
      </p>
      <p>
        <WithContactLink>{IF_MISTAKEN}</WithContactLink>
      </p>
    </Notice>
  )
}
