import {
  type BloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { cleanText } from '@blood-bank/contract/typed-text/clean'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { addToCachedList } from '../../lists/records.ts'
import { useSteadyList } from '../../lists/use-records.ts'
import { isActive } from './state.ts'

export const BLOOD_REQUESTS = ['blood-requests']

/** Key of the draft of the form that posts a request. */
export const POSTING_DRAFT = 'post-request'

/** The names that the form's question about the hospital is about. After a yes it is asked again only when one changes. */
export const namesOfPlace = ({
  patientName,
  hospitalName,
}: {
  patientName: string
  hospitalName: string
}): string => [patientName, hospitalName].map(cleanText).join('\n')

const ACTIVE_LIST = [...BLOOD_REQUESTS, 'active']
const OWN_LIST = [...BLOOD_REQUESTS, 'mine']
/** Key of the lists of admins, before their query. */
export const ADMIN_LIST = [...BLOOD_REQUESTS, 'listing']

/** The error of the lists of everybody's requests (spec §8). */
export const REQUESTS_FETCH_FAILED = 'Failed to fetch blood requests. Please try again.'

/** Everybody's active requests, newest first, page by page. */
export const useActiveBloodRequests = () =>
  useSteadyList({
    queryKey: ACTIVE_LIST,
    live: ['active-blood-requests'],
    fetchPage: (query, options) => call(listActiveBloodRequests, { query }, options),
  })

/** What a list keeps: the actor's own and those of admins have requests of every status, the others active ones. */
export const keepsOf = (queryKey: QueryKey) =>
  [OWN_LIST, ADMIN_LIST].some(key => hashKey(queryKey.slice(0, key.length)) === hashKey(key))
    ? () => true
    : isActive

/** The actor's requests of every status, newest first, page by page. */
export const useOwnBloodRequests = () =>
  useSteadyList({
    queryKey: OWN_LIST,
    live: ['own-blood-requests'],
    isAwaited: true,
    fetchPage: (query, options) => call(listOwnBloodRequests, { query }, options),
  })

/** The groups of the actor's active requests, the newest first; undefined while they are being fetched. */
export function useOwnActiveGroups(): BloodGroup[] | undefined {
  const { data, isFetching } = useOwnBloodRequests()
  if (!data && isFetching) return undefined
  return [
    ...new Set(
      (data?.pages.flat() ?? []).filter(isActive).map(({ requiredBloodGroup }) => requiredBloodGroup),
    ),
  ]
}

/** Refetches every list of blood requests; resolves when those on the page are loaded. */
export const refreshBloodRequests = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: BLOOD_REQUESTS })

/** Shows a request that the actor has just posted in their list at once, before every list is refetched. */
export function addPosted(client: QueryClient, posted: BloodRequest) {
  addToCachedList(client, OWN_LIST, posted)
  void refreshBloodRequests(client)
}
