import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSteadyList } from '../../lists/use-records.ts'

export const BLOOD_REQUESTS = ['blood-requests']

const ACTIVE_LIST = [...BLOOD_REQUESTS, 'active']

/** The error of the lists of everybody's requests (spec §8). */
export const FETCH_FAILED = 'Failed to fetch blood requests. Please try again.'

/** Everybody's active requests, newest first, page by page. */
export const useActiveBloodRequests = () =>
  useSteadyList({
    queryKey: ACTIVE_LIST,
    live: ['active-blood-requests'],
    fetchPage: (query, options) => call(listActiveBloodRequests, { query }, options),
  })

/** Whether a query is the list of active requests, which closed requests leave. */
export const isActiveList = (queryKey: QueryKey) => hashKey(queryKey) === hashKey(ACTIVE_LIST)

/** The actor's requests of every status, newest first, page by page. */
export const useOwnBloodRequests = () =>
  useSteadyList({
    queryKey: [...BLOOD_REQUESTS, 'mine'],
    live: ['own-blood-requests'],
    fetchPage: (query, options) => call(listOwnBloodRequests, { query }, options),
  })

/** Refetches every list of blood requests; resolves when those on the page are loaded. */
export const refreshBloodRequests = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: BLOOD_REQUESTS })
