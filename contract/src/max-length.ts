import * as z from 'zod/mini'

/**
 * The first check of every string that a call brings: a longer one is checked no further. A body may have 64 kB, and other
 * checks can take more time than in proportion to the length.
 */
export const maxLength = (max: number, error?: string) => z.maxLength(max, { error, abort: true })
