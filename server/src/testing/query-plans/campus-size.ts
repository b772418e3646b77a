import { samples } from '../test-scope.ts'

/**
 * The size of the campus whose plans are examined: all of it, or in the gate 5,000 donors and 10,000 requests, which is
 * enough for a missing index to show.
 */
export const CAMPUS_SCALE = samples({ gate: 0.05, all: 1 })
