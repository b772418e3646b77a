/** Whether every combination of filters is explained, on the large campus. `npm run test:long` sets it; the gate does not. */
export const EXPLAINS_ALL = process.env.QUERY_PLANS === 'all'

/**
 * The size of the campus whose plans are examined: all of it, or in the gate 20,000 donors and 40,000 requests, which is
 * enough for a missing index to show.
 */
export const CAMPUS_SCALE = EXPLAINS_ALL ? 1 : 0.2
