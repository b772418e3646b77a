import type { Endpoint } from '@blood-bank/contract/endpoint'
import { failing, type Reply, refusing } from './replies.ts'

export type Way = {
  name: string
  /** A reply that fails in this way. */
  fail: (endpoint: Endpoint) => Reply
  /** The server's message. */
  words: string
}

const WAYS: Way[] = [
  {
    name: 'a lost network',
    fail: failing,
    words: 'The service cannot be reached. Please check your internet connection and try again.',
  },
  {
    name: 'a 500',
    fail: endpoint => refusing(endpoint, 'unexpected-error'),
    words: 'Something went wrong on our side. Please try again.',
  },
  {
    name: 'a 503',
    fail: endpoint => refusing(endpoint, 'unavailable'),
    words: 'The service is not available right now. Please try again shortly.',
  },
]

/** The message for a failed call. */
export type Told = {
  /** The specification's sentence. */
  message: string
  /** Where, if the same message is used in several places. */
  place?: string
  /** The complete message, given the server's message; by default the sentence alone. */
  inFull?: (words: string) => string
}

/** For calls that fail with the server's message (spec §8). */
export const SERVICE_WORDS = { message: 'The words of the service', inFull: (words: string) => words }

/** Each case in each way, as rows for `test.each`: `test.each(inEveryWay(CASES))('%s, and Retry works', …)`. */
export const inEveryWay = <T extends Told>(cases: T[]) =>
  cases.flatMap(one =>
    WAYS.map(way => {
      const { message, place, inFull = () => message } = one
      const title = `'${message}'${place ? ` (${place})` : ''} is shown when the call fails by ${way.name}`
      return [title, { ...one, fail: way.fail, told: inFull(way.words) }] as const
    }),
  )
