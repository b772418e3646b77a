import { REMOVAL_REASON_SENTENCES } from '@blood-bank/contract/blood-requests/removal-reasons'
import { requiredBloodOf } from '@blood-bank/contract/blood-requests/required-blood'
import { site } from '../../api/site.ts'
import { IF_MISTAKEN, WithContactLink } from '../../ui/feedback/contact-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatMoment } from '../../ui/records/dates.ts'
import { useDismissDeletion, useRequestDeletions } from './owner-notice-queries.ts'

/** Tells the actor which requests of theirs admins deleted: they have no card any more. */
export function DeletionNotices() {
  const { data: deletions = [] } = useRequestDeletions()
  const dismissing = useDismissDeletion()
  const on = (moment: string) => formatMoment(moment, site.timeZone)
  return deletions.map(deletion => (
    <Notice key={deletion.id} kind="warning" onDismiss={() => dismissing.mutate(deletion)}>
      <p>
        On {on(deletion.deletedAt)}, an admin deleted the request for {requiredBloodOf(deletion)} that you
        posted on {on(deletion.requestedAt)}.
      </p>
      <p>
        Reason: <WithContactLink>{REMOVAL_REASON_SENTENCES[deletion.reason]}</WithContactLink>
      </p>
      <p>
        <WithContactLink>{IF_MISTAKEN}</WithContactLink>
      </p>
    </Notice>
  ))
}
