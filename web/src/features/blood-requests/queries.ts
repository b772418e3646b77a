import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRecords } from '../../lists/use-records.ts'

export const BLOOD_REQUESTS = ['blood-requests']

const OF_ACTIVE = [...BLOOD_REQUESTS, 'active']

/** For the lists of everybody's requests (spec §8). */
export const NOT_FETCHED = 'Failed to fetch blood requests. Please try again.'

/** Active requests of everybody, newest first, page by page. */
export const useActiveBloodRequests = () =>
  useRecords({
    queryKey: OF_ACTIVE,
    fetchPage: (query, options) => call(listActiveBloodRequests, { query }, options),
  })

/** Whether a list is the one that closed requests leave. */
export const isOfActive = (queryKey: QueryKey) => hashKey(queryKey) === hashKey(OF_ACTIVE)

/** My requests in every state, newest first, page by page. */
export const useOwnBloodRequests = () =>
  useRecords({
    queryKey: [...BLOOD_REQUESTS, 'mine'],
    fetchPage: (query, options) => call(listOwnBloodRequests, { query }, options),
  })

/** Fetches every list of blood requests anew; settles when those on the page are there. */
export const refreshBloodRequests = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: BLOOD_REQUESTS })
