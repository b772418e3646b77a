import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import { REMOVAL_REASON_SENTENCES, type RequestDeletion } from '@blood-bank/contract/blood-requests/removals'
import { Moment } from '../../api/moment.tsx'
import { IF_MISTAKEN, WithContactLink } from '../../ui/feedback/contact-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useDismissDeletion } from './request-deletions.ts'

/** Tells the actor which requests of theirs admins deleted: they have no card any more. */
export function DeletionNotices({ deletions }: { deletions: RequestDeletion[] }) {
  const dismissing = useDismissDeletion()
  return deletions.map(deletion => (
    <Notice key={deletion.id} kind="warning" onDismiss={() => dismissing.mutate(deletion)}>
      <p>
        On <Moment at={deletion.deletedAt} />, an admin deleted the request for {requiredBloodOf(deletion)}{' '}
        that you posted on <Moment at={deletion.requestedAt} />.
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
