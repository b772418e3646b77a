import { listHospitals } from '@blood-bank/contract/blood-requests/posting'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const FRESH_MS = 5 * MINUTE_MS
const NONE: readonly string[] = []

/** The hospitals of active requests; none while they can't be fetched, as the form works without them. */
export function useHospitals(): readonly string[] {
  const query = useQuery({
    queryKey: ['hospitals'],
    queryFn: ({ signal }) => call(listHospitals, {}, { signal }),
    staleTime: FRESH_MS,
  })
  return query.data?.hospitals ?? NONE
}
