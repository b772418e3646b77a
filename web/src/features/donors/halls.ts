import { listHallRecords, listHalls } from '@blood-bank/contract/halls/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const HALLS = ['halls']

/** The halls to choose from, by name. */
export const useHalls = () =>
  useQuery({
    queryKey: HALLS,
    queryFn: ({ signal }) => call(listHalls, {}, { signal }),
    select: ({ halls }) => halls,
  })

/** The same for admins, with how many donors have chosen each. */
export const useHallRecords = () =>
  useQuery({
    queryKey: [...HALLS, 'records'],
    queryFn: ({ signal }) => call(listHallRecords, {}, { signal }),
    select: ({ halls }) => halls,
  })

/** Refetches both; resolves when those on the page are loaded. */
export const refreshHalls = (client: QueryClient) => client.invalidateQueries({ queryKey: HALLS })
