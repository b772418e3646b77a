/** The refusals about accounts, sessions, passkeys, consents and the rights of users. */
export const REFUSALS_ABOUT_ACCOUNTS = {
  'link-not-valid': {
    status: 400,
    message: 'This link is no longer valid. It has expired, or a link of this kind was already used.',
  },
  'mailbox-has-account': {
    status: 409,
    message: 'This mailbox already has an account here. Sign in with it, or ask an admin.',
  },
  'password-too-common': {
    status: 400,
    message: 'This password is among the most common ones. Please choose another.',
  },
  'email-domain-not-allowed': {
    status: 400,
    message: 'Please use the email address that your university gave you.',
  },
  'not-signed-in': { status: 401, message: 'Please sign in to continue.' },
  'wrong-credentials': { status: 401, message: 'Invalid email or password. Please try again.' },
  'wrong-password': {
    status: 403,
    message: 'This is not your current password. Please try again.',
  },
  'password-needed': {
    status: 403,
    message: 'To verify your email address in this browser, enter the password of your account.',
  },
  'email-not-verified': {
    status: 403,
    message: 'Please verify your email address first. Check your inbox for a verification link.',
  },
  'email-already-verified': { status: 409, message: 'Your email address is already verified.' },
  'account-suspended': {
    status: 403,
    message: 'This account is suspended. Please contact the administrators.',
  },
  'password-confirmation-needed': {
    status: 403,
    message: 'Please confirm your password, then try again.',
  },
  'passkey-not-accepted': {
    status: 403,
    message:
      'This passkey was not accepted. It may have been removed, or it took too long. Try again, or use your password.',
  },
  'passkey-confirmation-needed': {
    status: 403,
    message: 'Please use one of your passkeys first, then try again.',
  },
  'admin-passkey-needed': {
    status: 403,
    message: 'Admins of this site need a passkey. Add one on your Account page, or use the one you have.',
  },
  'passkey-not-found': { status: 404, message: 'This passkey has been removed already.' },
  'no-passkey': { status: 404, message: 'You have no passkey that works here.' },
  'passkey-already-added': {
    status: 409,
    message: 'This passkey has been added already. Please use it, or add another one.',
  },
  'too-many-passkeys': {
    status: 409,
    message: 'You have ten passkeys. Remove one that you no longer use, then add this one.',
  },
  'admins-only': { status: 403, message: 'Only admins may do this.' },
  'coordinator-day-over': { status: 400, message: 'This day is over. Please choose a later one.' },
  'coordinator-day-too-late': { status: 400, message: 'Please choose a day at most 12 months from now.' },
  'coordinators-only': { status: 403, message: 'Only coordinators can do this.' },
  'coordinator-ended': {
    status: 403,
    message: 'Your time as coordinator is over. Ask an admin if you should go on.',
  },
  'not-yours': { status: 403, message: 'Only its owner or an admin may do this.' },
  'consent-outdated': {
    status: 409,
    message:
      'This donor has not agreed yet that admins look up their number. They are asked at their next visit.',
  },
  'consent-text-changed': {
    status: 409,
    message: 'The text has changed in the meantime. Please reload the page and read it again.',
  },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  'too-many-mails': {
    status: 429,
    message: 'Many emails were asked for from your network in the last hour. Please try again later.',
  },
  'too-many-exports': {
    status: 429,
    message: 'You downloaded your data a moment ago. Please try again in a minute.',
  },
} as const
