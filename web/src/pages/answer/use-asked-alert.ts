import {
  type AskedAlert,
  acceptAlert,
  declineAlert,
  readAskedAlert,
} from '@blood-bank/contract/alerts/answers'
import { OUTDATED_ALERT } from '@blood-bank/contract/refusals/alerts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'

/** What only the donor knows. */
export type Proof = { digits: string } | { universityId: string }

const askedAlertQuery = (token: string) =>
  queryOptions({
    queryKey: ['asked-alert', token],
    queryFn: ({ signal }) => call(readAskedAlert, { body: { token } }, { signal }),
    // Another device may have answered, or the request has closed.
    staleTime: 0,
  })

/** Reads what the alert of a link asks, and sends the donor's answers. */
export function useAskedAlert(token: string) {
  const client = useQueryClient()
  const query = askedAlertQuery(token)
  const alert = useQuery(query)
  const store = (answered: AskedAlert) => client.setQueryData(query.queryKey, answered)
  const onError = (error: Error) => {
    if (isRefusal(error, ...OUTDATED_ALERT)) void client.invalidateQueries(query)
  }
  const declining = useMutation({
    mutationFn: () => call(declineAlert, { body: { token } }),
    onSuccess: store,
    onError,
  })
  const accepting = useMutation({
    /** @param proof undefined where the server knows the browser as the donor's */
    mutationFn: (proof: Proof | undefined) => call(acceptAlert, { body: { token, ...proof } }),
    onSuccess: store,
    onError,
  })
  return { alert, accepting, declining }
}

export type Answering = ReturnType<typeof useAskedAlert>
