import { readOverview } from '@blood-bank/contract/site/overview'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/**
 * The counts of the overview, which the sidebar shows, too.
 * @param options.staleTime how old counts are used as they are, in milliseconds; a live update fetches them anyway
 */
export const useOverview = (options: { staleTime?: number } = {}) =>
  useQuery({
    ...options,
    queryKey: ['overview'],
    meta: { live: ['overview'] },
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
  })
