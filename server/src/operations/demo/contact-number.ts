import type { Random } from './random.ts'

/**
 * A mobile number as it is stored. 011 belonged to a network that closed in 2016: the number is a right one in
 * every respect, and nobody's phone rings.
 */
export const drawContactNumber = (random: Random) => `+88011${random.digits(8)}`
