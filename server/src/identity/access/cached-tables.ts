/**
 * The tables whose list responses are cached. For each a trigger counts the statements that insert or delete rows or
 * update columns that a response shows (`0110-changes.sql`).
 */
export const CACHED_TABLES = ['donors', 'blood_requests', 'offers', 'donations'] as const
export type CachedTable = (typeof CACHED_TABLES)[number]
