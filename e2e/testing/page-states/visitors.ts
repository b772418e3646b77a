import { disconnect, press, pressMenu, sequence, type } from './actions.ts'
import type { PageState } from './page-state.ts'
import { ACCOUNT_SUSPENDED, OWN_ACCOUNT, PASSWORD_NEEDED } from './replies/accounts.ts'
import { PASSKEY_NOT_READY } from './replies/passkeys.ts'
import { messageReply } from './replies/usual.ts'

const STATES: Omit<PageState, 'as'>[] = [
  { name: 'landing', path: '/', shows: /^Last month the first donor answered after / },
  {
    name: 'landing-group',
    path: '/',
    action: page => page.getByRole('link', { name: 'B−', exact: true }).click(),
    shows: / B− donors/,
  },
  { name: 'landing-menu', path: '/', action: pressMenu, shows: 'Register' },
  { name: 'unknown-path', path: '/no-such-page', shows: 'Become a Donor' },
  { name: 'privacy', path: '/privacy', shows: 'Who is responsible' },
  { name: 'help', path: '/help', shows: 'Is your question missing?' },
  { name: 'login', path: '/login', shows: 'Forgot your password?' },
  { name: 'login-redirected', path: '/dashboard', shows: 'Please log in to view your dashboard.' },
  { name: 'login-refused', path: '/login', action: press('Sign In'), shows: 'Please' },
  {
    name: 'login-wrong',
    path: '/login',
    action: sequence(type({ Email: 'nobody@example.edu', Password: 'not this one' }), press('Sign In')),
    shows: 'Invalid email or password.',
    expectedErrors: [/^401 POST \/api\/session$/],
  },
  {
    name: 'login-suspended',
    path: '/login',
    calls: {
      '**/api/session': ACCOUNT_SUSPENDED,
      '**/api/accounts/mine': OWN_ACCOUNT,
    },
    action: sequence(type({ Email: 'rima@example.edu', Password: 'correct horse' }), press('Sign In')),
    shows: 'Erase my account',
    expectedErrors: [/^403 POST \/api\/session$/],
  },
  {
    name: 'login-passkey-refused',
    path: '/login',
    calls: { '**/api/session/passkeys/options': PASSKEY_NOT_READY },
    action: press('Sign in with a passkey'),
    shows: 'Too many calls came from you at once.',
    expectedErrors: [/^429 POST \/api\/session\/passkeys\/options$/],
  },
  { name: 'register', path: '/register', shows: 'at least 6 characters' },
  {
    name: 'register-for-shared-request',
    path: `/register?request=${'a'.repeat(36)}&shared=${'a'.repeat(26)}`,
    calls: {
      '**/api/shared-blood-requests/*': {
        requiredBloodGroup: 'O-',
        hospital: 'Dhaka Medical College Hospital',
      },
    },
    shows: 'You come back to it.',
  },
  {
    name: 'register-consent',
    path: '/register',
    action: page => page.getByText('Read the three points').click(),
    shows: 'We store your email address',
  },
  {
    name: 'register-refused',
    path: '/register',
    action: sequence(type({ Email: 'rima@example.edu', Password: 'short' }), press('Create Account')),
    shows: 'Password should be at least 6 characters long.',
  },
  {
    name: 'registered',
    path: '/register',
    action: sequence(
      type({ Email: 'rima@example.edu', Password: 'correct horse battery' }),
      press('Create Account'),
    ),
    shows: 'Registration successful!',
  },
  { name: 'forgot-password', path: '/forgot-password', shows: 'Send Password Reset Link' },
  {
    name: 'forgot-password-refused',
    path: '/forgot-password',
    action: press('Send Password Reset Link'),
    shows: 'Please enter your email address.',
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    action: sequence(type({ Email: 'rima@example.edu' }), press('Send Password Reset Link')),
    shows: 'a password reset link has been sent',
  },
  { name: 'verify-email', path: `/verify-email#token=${'a'.repeat(43)}`, shows: 'Verify Email' },
  { name: 'verify-email-cut-off', path: '/verify-email#token=1', shows: 'The link is incomplete.' },
  {
    name: 'verify-email-refused',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    action: press('Verify Email'),
    shows: 'This link is no longer valid',
    expectedErrors: [/^400 POST \/api\/accounts\/email-verifications$/],
  },
  {
    name: 'verify-email-done',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    calls: {
      '**/api/accounts/email-verifications': messageReply('Email verified. Thank you!'),
    },
    action: press('Verify Email'),
    shows: 'Thank you!',
  },
  {
    name: 'verify-email-elsewhere',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    calls: { '**/api/accounts/email-verifications': PASSWORD_NEEDED },
    action: press('Verify Email'),
    shows: "Didn't create this account?",
    expectedErrors: [/^403 POST \/api\/accounts\/email-verifications$/],
  },
  {
    name: 'verify-email-taking-over',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    calls: { '**/api/accounts/email-verifications': PASSWORD_NEEDED },
    action: sequence(press('Verify Email'), press('Choose your own password')),
    shows: 'Set your own password',
    expectedErrors: [/^403 POST \/api\/accounts\/email-verifications$/],
  },
  { name: 'reset-password-cut-off', path: '/reset-password', shows: 'Request a new one' },
  { name: 'reset-password', path: `/reset-password#token=${'a'.repeat(43)}`, shows: 'New Password' },
  {
    name: 'reset-password-refused',
    path: `/reset-password#token=${'a'.repeat(43)}`,
    action: press('Set New Password'),
    shows: 'Please enter a new password.',
  },
  {
    name: 'reset-password-done',
    path: `/reset-password#token=${'a'.repeat(43)}`,
    calls: {
      '**/api/accounts/password-resets': messageReply('Your new password is set. Please sign in with it.'),
    },
    action: sequence(type({ 'New Password': 'correct horse battery' }), press('Set New Password')),
    shows: 'Please sign in with it.',
  },
  { name: 'unsubscribe', path: `/unsubscribe/${'a'.repeat(65)}`, shows: 'we no longer email you' },
  {
    name: 'unsubscribe-refused',
    path: `/unsubscribe/${'a'.repeat(65)}`,
    action: press('Stop alerts'),
    shows: 'This link is not complete.',
    expectedErrors: [/^404 POST \/api\/alerts\/unsubscriptions$/],
  },
  {
    name: 'unsubscribe-done',
    path: `/unsubscribe/${'a'.repeat(65)}`,
    calls: {
      '**/api/alerts/unsubscriptions': messageReply('Alerts are off. You stay registered as a donor.'),
    },
    action: press('Stop alerts'),
    shows: 'Alerts are off.',
  },
  {
    name: 'unsubscribe-thank-yous',
    path: `/unsubscribe/thank-yous/${'a'.repeat(65)}`,
    shows: 'somebody thanks you for a donation',
  },
  {
    name: 'connection-lost',
    path: '/login',
    action: disconnect,
    shows: 'What you type is kept.',
    expectedErrors: [/^lost GET /],
  },
  {
    name: 'page-not-on-device',
    path: '/login',
    action: sequence(disconnect, page =>
      page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click(),
    ),
    shows: "This page isn't on your device yet",
    expectedErrors: [/^lost GET /, /^console /],
  },
  {
    name: 'page-not-loaded',
    path: '/forgot-password',
    calls: { '**/assets/forgot-password-*.js': 'fails' },
    shows: "This page couldn't be loaded.",
    expectedErrors: [/^lost GET \/assets\/forgot-password-/, /^console /],
  },
]

export const VISITOR_STATES: PageState[] = STATES.map(state => ({ as: 'visitor', ...state }))
