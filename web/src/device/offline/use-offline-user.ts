import { useQuery } from '@tanstack/react-query'
import { findOfflineUser, OFFLINE_QUERIES } from './offline-list.ts'

/** The id of the person who turned on offline access on this device; null also until it is known. */
export const useOfflineUser = (): string | null =>
  useQuery({ queryKey: [...OFFLINE_QUERIES, 'user'], queryFn: findOfflineUser }).data ?? null
