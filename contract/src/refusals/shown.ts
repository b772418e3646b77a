/** Refusals about accounts whose sentences every page can show. Separate, because all of them would make each a kilobyte heavier. */
export const REFUSALS_SHOWN_EVERYWHERE = {
  'too-many-registrations': {
    status: 429,
    message: 'Many accounts were created from your network in the last hour. Please try again later.',
  },
  'resent-too-recently': {
    status: 429,
    message: 'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  },
} as const
