import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import {
  type Donor,
  type DonorSearchResult,
  partOf,
  readOwnDonor,
  searchCompatibleDonors,
  searchDonors,
} from '@blood-bank/contract/donors/endpoints'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRecords } from '../../lists/use-records.ts'

/** The error of a change of one's own profile (spec §8). */
export const UPDATE_FAILED = 'Failed to update profile.'

/** The error of one's own profile that can't be read (spec §8). */
export const DONOR_FETCH_FAILED = 'Failed to fetch donor data.'

const SEARCHES = ['donors', 'search']

/** Small, so that few numbers are fetched, and counted, that nobody scrolls to. */
const COMPATIBLE_PAGE_SIZE = 20

const ownDonorQuery = queryOptions({
  queryKey: ['donors', 'mine'],
  meta: { live: ['own-donor-profile'] },
  queryFn: ({ signal }) => call(readOwnDonor, {}, { signal }),
  select: ({ donor }) => donor,
})

/** The actor's donor profile; null without one. */
export const useOwnDonor = () => useQuery(ownDonorQuery)

/** Who can be called comes first: after so many numbers, which are limited, the others are fetched on scrolling. */
const NUMBERS_WITHOUT_SCROLLING = 50

const hasManyNumbers = (pages: DonorSearchResult[][]) =>
  pages.flat().filter(({ contactNumber }) => contactNumber !== null).length >= NUMBERS_WITHOUT_SCROLLING

/** Available donors of a blood group, page by page. */
export const useDonorSearch = (bloodGroup: BloodGroup) =>
  useRecords({
    queryKey: [...SEARCHES, bloodGroup],
    fetchPage: ({ after }, options) => call(searchDonors, { query: { bloodGroup, after } }, options),
    loadsOnlyOnScrolling: hasManyNumbers,
  })

/** Available donors of the other groups that can give to a blood group, page by page as far as the page is scrolled. */
export const useCompatibleDonorSearch = (bloodGroup: BloodGroup) =>
  useRecords({
    queryKey: [...SEARCHES, 'compatible', bloodGroup],
    fetchPage: ({ after }, options) =>
      call(searchCompatibleDonors, { query: { bloodGroup, after, limit: COMPATIBLE_PAGE_SIZE } }, options),
    loadsOnlyOnScrolling: true,
  })

/** How many donors to call stand beside a request. */
const DONORS_BESIDE = 2

/** The first donors to call for a request: of its group, or else of the other groups that can give to it. */
export const useDonorsBeside = (bloodGroup: BloodGroup) =>
  useQuery({
    queryKey: [...SEARCHES, 'to call', bloodGroup],
    queryFn: async ({ signal }) => {
      const query = { bloodGroup, limit: DONORS_BESIDE }
      const found = await call(searchDonors, { query }, { signal })
      const toCall = found.records.filter(isToCall)
      if (toCall.length === DONORS_BESIDE) return toCall
      const others = await call(searchCompatibleDonors, { query }, { signal })
      return [...toCall, ...others.records.filter(isToCall)].slice(0, DONORS_BESIDE)
    },
  })

const isToCall = (donor: DonorSearchResult): donor is DonorSearchResult & { contactNumber: string } =>
  partOf(donor) === 'toCall' && donor.contactNumber !== null

/** Updates the actor's cached profile, and refetches searches, whose results may change with it. */
export function setOwnDonor(client: QueryClient, donor: Donor) {
  client.setQueryData(ownDonorQuery.queryKey, { donor })
  void refreshSearches(client)
}

/** Refetches the searches; resolves when the donors on the page are loaded. */
export const refreshSearches = (client: QueryClient) => client.invalidateQueries({ queryKey: SEARCHES })
