/** So many numbers a coordinator can call in 24 hours; the same number again counts no more. */
export const NUMBERS_CALLED_PER_DAY = 60

/** The message of `too-many-numbers-called`. `until` is when the next number can be called. */
export const tooManyNumbersCalledMessage = (until: string) =>
  `You have called ${NUMBERS_CALLED_PER_DAY} numbers in the last 24 hours. Ask another coordinator to go on, or call the next one at ${until}.`
