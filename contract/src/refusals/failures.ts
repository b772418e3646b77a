/** Failures of the service itself. Separate from the other refusals, because every page needs these. */
export const FAILURES = {
  'unexpected-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again shortly.' },
} as const
