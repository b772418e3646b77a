import { type BloodRequestListing, listBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { ADMIN_LIST } from '../../features/blood-requests/queries.ts'
import { useSteadyList } from '../../lists/use-records.ts'

/** All requests with an admin's filters and sort order, page by page. */
export const useBloodRequestListing = (query: z.input<typeof BloodRequestListing>) =>
  useSteadyList({
    queryKey: [...ADMIN_LIST, query],
    live: ['admin-blood-requests'],
    fetchPage: ({ after }, options) => call(listBloodRequests, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })
