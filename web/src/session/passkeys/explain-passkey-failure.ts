import { explainFailure } from '../../api/explain-failure.ts'

/** What somebody does with a passkey: instead of the password, as an admin who needs one, on the Account page. */
const MESSAGES = {
  use: {
    cancelled: 'No passkey was used. Try again, or use your password.',
    failed: 'The passkey could not be used. Please try again.',
  },
  useAsAdmin: {
    cancelled: 'No passkey was used. Please try again.',
    failed: 'The passkey could not be used. Please try again.',
  },
  add: {
    cancelled: 'No passkey was added. You can try again.',
    failed: 'The passkey could not be added. Please try again.',
  },
  remove: {
    cancelled: 'The passkey was not removed.',
    failed: 'The passkey could not be removed. Please try again.',
  },
}

/** The browser doesn't tell whether the person cancelled or there is no passkey. */
const CANCELLED = ['NotAllowedError', 'AbortError']

/** By the names of the other errors that browsers throw (WebAuthn). */
const BROWSER_FAILURES: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: "Passkeys don't work at this address of the site.",
  ConstraintError: "This device can't check that it's you. Set up a screen lock, or use another device.",
  NotSupportedError: "This device can't create a passkey for this site. Use another device.",
}

/** Whether the browser throws errors of this name for reasons that a person understands. */
export const isPasskeyFailure = (name: string) => CANCELLED.includes(name) || name in BROWSER_FAILURES

/** The text to show when a passkey could not be used, added or removed. */
export function explainPasskeyFailure(error: Error, purpose: keyof typeof MESSAGES = 'use'): string {
  const { cancelled, failed } = MESSAGES[purpose]
  const name = (error.cause as Partial<Error> | undefined)?.name ?? ''
  if (CANCELLED.includes(name)) return cancelled
  return BROWSER_FAILURES[name] ?? explainFailure(error, failed)
}
