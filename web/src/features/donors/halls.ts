import { listHallRecords, listHalls } from '@blood-bank/contract/halls/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'

const HALLS = ['halls']

/** The halls, by name. */
export const useHalls = () =>
  useQuery({
    queryKey: HALLS,
    queryFn: ({ signal }) => call(listHalls, {}, { signal }),
    select: ({ halls }) => halls,
  })

/**
 * The options of a field for a hall, none before they are known. One that was chosen stays among them when it is gone, as whoever
 * corrects a form chooses again.
 */
export function useHallOptions(chosen: string): Record<string, string> {
  const halls = useHalls().data
  const [known, setKnown] = useState(halls)
  if (!known && halls) setKnown(halls)
  if (!halls) return {}
  const isGone = chosen !== '' && !halls.some(({ id }) => id === chosen)
  const goneName = known?.find(({ id }) => id === chosen)?.name ?? 'A hall that is gone'
  return {
    ...Object.fromEntries(halls.map(({ id, name }) => [id, name])),
    ...(isGone && { [chosen]: goneName }),
  }
}

/** The same for admins, with how many donors have chosen each. */
export const useHallRecords = () =>
  useQuery({
    queryKey: [...HALLS, 'records'],
    queryFn: ({ signal }) => call(listHallRecords, {}, { signal }),
    select: ({ halls }) => halls,
  })

/** Refetches both; resolves when those on the page are loaded. */
export const refreshHalls = (client: QueryClient) => client.invalidateQueries({ queryKey: HALLS })
