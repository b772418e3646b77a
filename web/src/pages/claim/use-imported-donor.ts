import { eraseImportedDonor, readImportedDonor } from '@blood-bank/contract/donors/claims'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'

/** Reads what a list says about whoever has a link, and erases it. */
export function useImportedDonor(token: string) {
  const client = useQueryClient()
  const query = queryOptions({
    queryKey: ['imported-donor', token],
    queryFn: ({ signal }) => call(readImportedDonor, { body: { token } }, { signal }),
  })
  const donor = useQuery(query)
  /** Reads it again after a refusal: the link may be dead, or another password needed. */
  const refresh = () => void client.invalidateQueries(query)
  const erasing = useMutation({
    mutationFn: () => call(eraseImportedDonor, { body: { token } }),
    onError: error => isRefused(error) && refresh(),
  })
  return { donor, erasing, refresh }
}

export type Erasing = ReturnType<typeof useImportedDonor>['erasing']
