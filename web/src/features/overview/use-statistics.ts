import { readCharts, readOverview } from '@blood-bank/contract/overview'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/**
 * Counts and charts. They come together, so that a warning above them moves nothing that is read already, and when both
 * fail it is said once; what failed alone is fetched again alone, and the other stays.
 */
export function useStatistics() {
  const counts = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
  })
  const charts = useQuery({
    queryKey: ['overview', 'charts'],
    queryFn: ({ signal }) => call(readCharts, {}, { signal }),
  })
  const queries = [counts, charts]
  const isAwaited = queries.some(({ data, isFetching }) => !data && isFetching)
  const isFirstTry = queries.every(({ errorUpdateCount }) => errorUpdateCount === 0)
  const isHeldBack = isAwaited && isFirstTry
  return {
    isAwaited,
    counts: isHeldBack ? undefined : counts.data,
    charts: isHeldBack ? undefined : charts.data,
    failure: {
      error: counts.error ?? charts.error,
      refetch: () => Promise.all(queries.filter(({ error }) => error).map(({ refetch }) => refetch())),
    },
  }
}
