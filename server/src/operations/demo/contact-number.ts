import type { Random } from './random.ts'

/**
 * A valid mobile number in stored form. The prefix 011 belonged to a network that closed in 2016, so the number reaches no
 * phone.
 */
export const drawContactNumber = (random: Random) => `+88011${random.digits(8)}`
