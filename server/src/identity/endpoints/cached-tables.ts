/** The tables whose list responses are cached; a trigger counts the statements that write to them (migration 0015). */
export const CACHED_TABLES = ['donors', 'blood_requests'] as const
export type CachedTable = (typeof CACHED_TABLES)[number]
