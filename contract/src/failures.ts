/** What is said when the service itself fails. Apart from the other refusals, as every page may have to say it. */
export const FAILURES = {
  'unexpected-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again shortly.' },
} as const
