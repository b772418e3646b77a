import { explainFailure } from '../../api/explain-failure.ts'

/** By the names of the errors that browsers throw (WebAuthn). */
const BROWSER_FAILURES: Record<string, string> = {
  // Also when there is no passkey: the browser doesn't say.
  NotAllowedError: 'No passkey was used. Try again, or use your password.',
  AbortError: 'No passkey was used. Try again, or use your password.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: "Passkeys don't work at this address of the site.",
  ConstraintError: "This device can't check that it's you. Set up a screen lock, or use another device.",
  NotSupportedError: "This device can't create a passkey for this site. Use another device.",
}

/** The text to show when a passkey could not be created or used. */
export const explainPasskeyFailure = (error: Error): string =>
  BROWSER_FAILURES[error.name] ?? explainFailure(error, 'The passkey could not be used. Please try again.')
