/**
 * The tables of the database, as Kysely sees them. Whoever owns a table declares it in a `tables.ts` beside the code that
 * writes it, and so extends this interface. The migrations make the tables (`operations/storage/migrations/`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: each owner of tables extends it
export interface Schema {}
