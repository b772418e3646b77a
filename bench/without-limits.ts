/** Settings for measuring: one member, from one address, makes more calls than people do. */
export const WITHOUT_LIMITS = {
  CALLS_PER_ACCOUNT: '0',
  CALLS_PER_ADDRESS: '0',
  POSTS_PER_DAY: '0',
  ACTIVE_REQUESTS: '0',
  SESSIONS_PER_ACCOUNT: '0',
  SIGN_INS_PER_MINUTE: '0',
  SIGN_IN_FAILURES_PER_HOUR: '0',
  STRANGERS_SIGN_INS_PER_HOUR: '0',
  // Phone numbers are counted as usual, with limits that are never reached.
  NUMBERS_PER_HOUR: '1000000',
  NUMBERS_PER_DAY: '1000000',
}
