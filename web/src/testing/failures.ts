import type { Endpoint } from '@blood-bank/contract/endpoint'
import { failing, type Reply, refusing } from './replies.ts'

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

/**
 * Each case with one of the failures in turn, as rows for `test.each`:
 * `test.each(withFailures(CASES))('%s, and Retry works', …)`.
 */
export const withFailures = <T extends ExpectedMessage>(cases: readonly T[]) =>
  cases.map((testCase, nth) => {
    const { name, fail, serverMessage } = FAILURES[nth % FAILURES.length] as CallFailure
    const { message, place, fullText = () => message } = testCase
    const title = `'${message}'${place ? ` (${place})` : ''} is shown when the call fails with ${name}`
    return [title, { ...testCase, fail, expectedText: fullText(serverMessage) }] as const
  })
