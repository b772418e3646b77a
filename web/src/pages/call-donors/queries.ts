import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { ReplyOf } from '@blood-bank/contract/endpoint'
import { type DonorToCall, listDonorsToCall } from '@blood-bank/contract/kept-donors/calls'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { BLOOD_REQUESTS } from '../../features/blood-requests/queries.ts'
import { useSteadyRecords } from '../../lists/steady/use-steady-records.ts'
import { useSteadyList } from '../../lists/use-records.ts'
import { useCoordination } from '../../session/session.ts'

const DONORS_TO_CALL = ['donors-to-call']

/** The active requests, the most urgent first, of these the oldest. */
export const useRequestsToCallFor = () =>
  useSteadyList({
    queryKey: [...BLOOD_REQUESTS, 'by urgency'],
    live: ['active-blood-requests'],
    loadsOnlyOnScrolling: true,
    fetchPage: (query, options) =>
      call(listActiveBloodRequests, { query: { ...query, sort: 'urgency' } }, options),
  })

/** For which request or group somebody calls donors, and which of them. */
export type Target = {
  bloodRequestId?: string | undefined
  bloodGroup?: BloodGroup | undefined
  hallId?: string | undefined
  batch?: string | undefined
  /** Instead: those whose number is wrong. */
  hasWrongNumber?: boolean | undefined
}

/** A donor who said that they come. */
export type Coming = DonorToCall & { coming: NonNullable<DonorToCall['coming']> }

/** The donors who can give today. What others note is shown in its place: no donor moves under the thumb. */
export function useDonorsToCall(target: Target) {
  const queryKey = [...DONORS_TO_CALL, useCoordination()?.hallId, target]
  const query = useQuery({
    queryKey,
    meta: { live: ['donors-to-call'] },
    queryFn: ({ signal }) =>
      call(
        listDonorsToCall,
        { query: { ...target, hasWrongNumber: target.hasWrongNumber ? 'true' : undefined } },
        { signal },
      ),
    select: toRecords,
    placeholderData: keepPreviousData,
  })
  return {
    ...useSteadyRecords<DonorToCall, typeof query>(query, queryKey),
    batches: query.data?.batches ?? [],
  }
}

const toRecords = ({ records, batches }: ReplyOf<typeof listDonorsToCall>) => ({
  pages: [records],
  total: records.length,
  batches,
})

export const refreshDonorsToCall = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: DONORS_TO_CALL })

/** Forgets what somebody may no longer see: all, or what is not of their hall. */
export const forgetDonorsToCall = (client: QueryClient, hallId?: string | null) =>
  client.removeQueries({
    predicate: ({ queryKey: [name, hall] }) =>
      name === 'kept-donor' || (name === DONORS_TO_CALL[0] && hall !== hallId),
  })
