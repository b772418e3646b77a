import { readCharts } from '@blood-bank/contract/site/overview'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useOverview } from '../frame/use-overview.ts'

/**
 * Counts and charts. They are shown together, so that what is to do doesn't move them, and one error
 * covers both. If only one failed, only that one is refetched and the other stays.
 */
export function useStatistics() {
  const counts = useOverview()
  const charts = useQuery({
    queryKey: ['overview', 'charts'],
    meta: { live: ['overview'] },
    queryFn: ({ signal }) => call(readCharts, {}, { signal }),
  })
  const queries = [counts, charts]
  const isLoading = queries.some(({ data, isFetching }) => !data && isFetching)
  const isFirstAttempt = queries.every(({ errorUpdateCount }) => errorUpdateCount === 0)
  const isWaitingForBoth = isLoading && isFirstAttempt
  return {
    isLoading,
    counts: isWaitingForBoth ? undefined : counts.data,
    charts: isWaitingForBoth ? undefined : charts.data,
    failure: {
      error: counts.error ?? charts.error,
      refetch: () => Promise.all(queries.filter(({ error }) => error).map(({ refetch }) => refetch())),
    },
  }
}
