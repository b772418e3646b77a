import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import { type Donor, readOwnDonor, searchDonors } from '@blood-bank/contract/donors'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRecords } from '../../lists/use-records.ts'

const SEARCHES = ['donors', 'search']

const ownDonorQuery = queryOptions({
  queryKey: ['donors', 'mine'],
  queryFn: ({ signal }) => call(readOwnDonor, {}, { signal }),
  select: ({ donor }) => donor,
})

/** My donor profile; null when I have none. */
export const useOwnDonor = () => useQuery(ownDonorQuery)

/** Available donors of a blood group, page by page. */
export const useDonorSearch = (bloodGroup: BloodGroup) =>
  useRecords({
    queryKey: [...SEARCHES, bloodGroup],
    fetchPage: ({ after }, options) => call(searchDonors, { query: { bloodGroup, after } }, options),
  })

/** My profile is this from now on; what was found before may have changed with it. */
export function keepOwnDonor(client: QueryClient, donor: Donor) {
  client.setQueryData(ownDonorQuery.queryKey, { donor })
  void refreshSearches(client)
}

/** Searches anew; settles when the donors on the page are there. */
export const refreshSearches = (client: QueryClient) => client.invalidateQueries({ queryKey: SEARCHES })
