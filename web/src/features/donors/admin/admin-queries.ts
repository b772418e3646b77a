import { type DonorListing, type DonorRecord, listDonors } from '@blood-bank/contract/donors'
import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../api/call.ts'
import { replaceRecord } from '../../../lists/replace-record.ts'
import { useRecords } from '../../../lists/use-records.ts'
import { refreshSearches } from '../queries.ts'

const LISTING = ['donors', 'listing']

/** All donors as an admin filters and sorts them, page by page. */
export const useDonorListing = (query: z.input<typeof DonorListing>) =>
  useRecords({
    queryKey: [...LISTING, query],
    fetchPage: ({ after }, options) => call(listDonors, { query: { ...query, after } }, options),
    staysInView: true,
  })

/** The donor is this from now on; what members found before may have changed with it. */
export async function keepDonor(client: QueryClient, donor: DonorRecord) {
  await replaceRecord(client, LISTING, donor)
  void refreshSearches(client)
}

/** Fetches the listing anew. */
export const refreshDonorListing = (client: QueryClient) => client.invalidateQueries({ queryKey: LISTING })
