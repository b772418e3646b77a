import { readOverview } from '@blood-bank/contract/campus/overview'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The counts of the overview, which the sidebar shows, too. */
export const useOverview = () =>
  useQuery({
    queryKey: ['overview'],
    meta: { live: ['overview'] },
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
  })
