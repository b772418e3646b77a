import { type DonorListing, type DonorRecord, listDonors } from '@blood-bank/contract/donors/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { refreshSearches } from '../../features/donors/queries.ts'
import { replaceRecords } from '../../lists/replace-records.ts'
import { useSteadyList } from '../../lists/use-records.ts'

const LISTING = ['donors', 'listing']

/** All donors with an admin's filters and sort order, page by page. */
export const useDonorListing = (query: z.input<typeof DonorListing>) =>
  useSteadyList({
    queryKey: [...LISTING, query],
    live: ['admin-donors'],
    fetchPage: ({ after }, options) => call(listDonors, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })

/** Updates changed donors in the cached lists, and refetches searches, whose results may change with them. */
export async function updateCachedDonors(client: QueryClient, donors: DonorRecord[]) {
  await replaceRecords(client, LISTING, donors)
  void refreshSearches(client)
}

/** Refetches the listing. */
export const refreshDonorListing = (client: QueryClient) => client.invalidateQueries({ queryKey: LISTING })
