import {
  createSharePage,
  readSharePage,
  revokeSharePage,
} from '@blood-bank/contract/blood-requests/share-pages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { refreshBloodRequests } from '../queries.ts'

/** The public page of one of the actor's requests, and how it is made and revoked. */
export function useSharePage(id: string) {
  const client = useQueryClient()
  const queryKey = ['share-page', id]
  const params = { id }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readSharePage, { params }, { signal }),
  })
  // Closed or deleted in another tab.
  const onError = (error: Error) => void (isRefused(error) && refreshBloodRequests(client))
  const creating = useMutation({
    mutationFn: () => call(createSharePage, { params }),
    onSuccess: sharePage => {
      client.setQueryData(queryKey, { sharePage })
    },
    onError,
  })
  const revoking = useMutation({
    mutationFn: () => call(revokeSharePage, { params }),
    onSuccess: () => client.setQueryData(queryKey, { sharePage: null }),
    onError,
  })
  return { query, creating, revoking }
}
