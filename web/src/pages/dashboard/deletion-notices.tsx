import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import {
  dismissRequestDeletion,
  listRequestDeletions,
  REMOVAL_REASON_SENTENCES,
  type RequestDeletion,
} from '@blood-bank/contract/blood-requests/removals'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Moment } from '../../api/moment.tsx'
import { IF_MISTAKEN, WithContactLink } from '../../ui/feedback/contact-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

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

/** Not below the key of the lists, which hold requests page by page. */
const deletionsQuery = queryOptions({
  queryKey: ['request-deletions'],
  // The request leaves the list.
  meta: { live: ['own-blood-requests'] },
  queryFn: ({ signal }) => call(listRequestDeletions, {}, { signal }),
  select: ({ deletions }) => deletions,
})

/** The actor's requests that admins deleted, until the actor has read it. */
export const useRequestDeletions = () => useQuery(deletionsQuery)

/** Says that the actor has read it. It is gone at once: if that can't be stored, the next visit shows it again. */
function useDismissDeletion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: RequestDeletion) => call(dismissRequestDeletion, { params: { id } }),
    onMutate: ({ id }) =>
      client.setQueryData(
        deletionsQuery.queryKey,
        found => found && { deletions: found.deletions.filter(other => other.id !== id) },
      ),
  })
}
