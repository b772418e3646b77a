import { samples } from '../test-scope.ts'

/**
 * The size of the campus whose plans are examined: all of it, or in the gate 20,000 donors and 40,000 requests, which is
 * enough for a missing index to show.
 */
export const CAMPUS_SCALE = samples({ gate: 0.2, all: 1 })
