import { test } from 'vitest'

/** Whether this run checks everything. `npm run test:long` sets it; the gate does not, so that it stays short. */
export const CHECKS_ALL = process.env.TEST_SCOPE === 'all'

/** The cases to test: all, or in the gate the first one. */
export const casesOf = <T>(...cases: [T, ...T[]]): T[] => (CHECKS_ALL ? cases : [cases[0]])

/** A journey that the gate leaves out, because another one shows most of what it shows. */
export const longJourney = (name: string, journey: () => Promise<void>): void => {
  if (CHECKS_ALL) test(name, journey)
}
