import { type DonorListing, type DonorRecord, listDonors } from '@blood-bank/contract/donors/administration'
import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { refreshSearches } from '../../features/donors/queries.ts'
import {
  changeCachedLists,
  type RecordChange,
  useOptimisticList,
} from '../../lists/changes/optimistic-list.ts'
import { useSteadyList } from '../../lists/use-records.ts'

/** Key of the listing, before its query, and of the changes that it shows at once. */
export const DONOR_LISTING = ['donors', 'listing']

/** All donors with an admin's filters and sort order, page by page. */
export function useDonorListing(query: z.input<typeof DonorListing>) {
  const list = useSteadyList({
    queryKey: [...DONOR_LISTING, query],
    live: ['admin-donors'],
    fetchPage: ({ after }, options) => call(listDonors, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })
  return useOptimisticList<DonorRecord, typeof list>(list, DONOR_LISTING)
}

/** Updates changed donors in the cached lists, and refetches searches, whose results may change with them. */
export async function updateCachedDonors(client: QueryClient, changes: RecordChange<DonorRecord>[]) {
  await changeCachedLists(client, DONOR_LISTING, changes)
  void refreshSearches(client)
}

/** Refetches the listing. */
export const refreshDonorListing = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: DONOR_LISTING })
