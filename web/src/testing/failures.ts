import type { Endpoint } from '@blood-bank/contract/endpoint'
import { failing, type Reply, refusing } from './replies.ts'
import { TRIES_ALL } from './test-scope.ts'

type CallFailure = {
  name: string
  /** Makes a reply that fails. */
  fail: (endpoint: Endpoint) => Reply
  /** The server's message. */
  serverMessage: string
}

const FAILURES: CallFailure[] = [
  {
    name: 'a network error',
    fail: failing,
    serverMessage: 'The service cannot be reached. Please check your internet connection and try again.',
  },
  {
    name: 'a 500',
    fail: endpoint => refusing(endpoint, 'unexpected-error'),
    serverMessage: 'Something went wrong on our side. Please try again.',
  },
  {
    name: 'a 503',
    fail: endpoint => refusing(endpoint, 'unavailable'),
    serverMessage: 'The service is not available right now. Please try again shortly.',
  },
]

/** The expected message for a failed call. */
export type ExpectedMessage = {
  /** The specification's sentence. */
  message: string
  /** Where the message is shown, if it is used in several places. */
  place?: string
  /** The complete text, given the server's message; by default the sentence alone. */
  fullText?: (serverMessage: string) => string
}

/** For calls that fail with the server's message (spec §8). */
export const SERVER_MESSAGE = {
  message: "The server's message",
  fullText: (serverMessage: string) => serverMessage,
}

/** In the gate, the first case of each message. */
export const inOnePlace = <T extends ExpectedMessage>(cases: readonly T[]) =>
  cases.filter(
    ({ message }, nth) => TRIES_ALL || cases.findIndex(earlier => earlier.message === message) === nth,
  )

/**
 * Each case with each failure, in the gate with one of them in turn, as rows for `test.each`:
 * `test.each(withFailures(CASES))('%s, and Retry works', …)`.
 */
export const withFailures = <T extends ExpectedMessage>(cases: readonly T[]) =>
  cases.flatMap((testCase, place) =>
    FAILURES.filter((_, kind) => TRIES_ALL || kind === place % FAILURES.length).map(failure => {
      const { message, place, fullText = () => message } = testCase
      const title = `'${message}'${place ? ` (${place})` : ''} is shown when the call fails with ${failure.name}`
      return [
        title,
        { ...testCase, fail: failure.fail, expectedText: fullText(failure.serverMessage) },
      ] as const
    }),
  )
