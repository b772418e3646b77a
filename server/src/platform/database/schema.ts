/**
 * The tables of the database, as types for Kysely. The owner of a table declares it in a `tables.ts` beside the code that
 * writes it, which extends this interface. The migrations create the tables (`operations/storage/migrations/`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: each owner of tables extends it
export interface Schema {}
