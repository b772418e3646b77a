import {
  type AskedConfirmation,
  closeByLink,
  confirmByLink,
  readAskedConfirmation,
} from '@blood-bank/contract/blood-requests/confirmations'
import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { refreshBloodRequests } from '../../features/blood-requests/queries.ts'

/** Reads the request of a link, and sends whether blood is still needed. */
export function useAskedConfirmation(token: string) {
  const client = useQueryClient()
  const query = queryOptions({
    queryKey: ['asked-confirmation', token],
    queryFn: ({ signal }) => call(readAskedConfirmation, { body: { token } }, { signal }),
  })
  const bloodRequest = useQuery(query)
  /** Every refusal means that the link is dead. */
  const onError = (error: Error) => void (isRefused(error) && client.invalidateQueries(query))
  const confirming = useMutation({
    mutationFn: () => call(confirmByLink, { body: { token } }),
    onSuccess: (confirmed: AskedConfirmation) => {
      client.setQueryData(query.queryKey, confirmed)
      void refreshBloodRequests(client)
    },
    onError,
  })
  const closing = useMutation({
    mutationFn: (status: ClosedStatus) => call(closeByLink, { body: { token, status } }),
    onSuccess: () => void refreshBloodRequests(client),
    onError,
  })
  return { bloodRequest, confirming, closing }
}

export type Confirming = ReturnType<typeof useAskedConfirmation>
