import {
  dismissRequestDeletion,
  listRequestDeletions,
  type RequestDeletion,
} from '@blood-bank/contract/blood-requests/removals'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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
export function useDismissDeletion() {
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
