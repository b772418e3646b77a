/** Settings for tests in which one member posts more than the product allows. */
export const NO_POSTING_LIMITS = { POSTS_PER_DAY: '0', ACTIVE_REQUESTS: '0' }
