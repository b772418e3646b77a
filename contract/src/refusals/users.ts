/** The refusals about what admins do to users. */
export const REFUSALS_ABOUT_USERS = {
  'user-not-found': { status: 404, message: 'This user no longer exists.' },
  'self-demotion': {
    status: 409,
    message: 'Admins cannot remove their own admin role through this interface.',
  },
  'last-admin': {
    status: 409,
    message: 'There must be at least one admin. Make someone else an admin first.',
  },
  'admin-needs-verified-email': {
    status: 409,
    message:
      'Only a verified account can be made admin. Ask this person to open the link in their verification email first.',
  },
  'suspended-not-admin': {
    status: 409,
    message: 'A suspended user cannot be made admin. Lift the suspension first.',
  },
  'admin-not-suspended': {
    status: 409,
    message: 'An admin cannot be suspended. Change their role to user first.',
  },
  'already-suspended': { status: 409, message: 'This user is already suspended.' },
  'not-a-second-account': {
    status: 409,
    message:
      'This account is verified, or its mailbox has no other account any more. Please reload the list.',
  },
  'not-suspended': { status: 409, message: 'This user is no longer suspended.' },
} as const
