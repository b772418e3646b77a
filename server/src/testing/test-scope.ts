/** Whether this run of the tests tries everything. `npm run test:long` sets it; the gate tries a part, so that it stays short. */
export const TRIES_ALL = process.env.TEST_SCOPE === 'all'

/** How many samples a test tries. */
export const samples = ({ gate, all }: { gate: number; all: number }): number => (TRIES_ALL ? all : gate)

/** The rows of a table that are tried: all of them, or in the gate the first ones. */
export const sample = <T>(gate: number, rows: readonly T[]): readonly T[] =>
  TRIES_ALL ? rows : rows.slice(0, gate)
