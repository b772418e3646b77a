import { inTurn, openMenu, press, type } from './acts.ts'
import { ACCOUNT_SUSPENDED, OWN_ACCOUNT, PASSWORD_NEEDED, said } from './replies.ts'
import type { Scene } from './scene.ts'

const SCENES: Omit<Scene, 'as'>[] = [
  { name: 'landing', path: '/', shows: 'Managed by the' },
  { name: 'landing-menu', path: '/', act: openMenu, shows: 'Register' },
  { name: 'unknown-path', path: '/no-such-page', shows: 'Become a Donor' },
  { name: 'login', path: '/login', shows: 'Forgot your password?' },
  { name: 'login-turned-away', path: '/dashboard', shows: 'Please log in to view your dashboard.' },
  { name: 'login-refused', path: '/login', act: press('Sign In'), shows: 'Please' },
  {
    name: 'login-wrong',
    path: '/login',
    act: inTurn(type({ Email: 'nobody@example.edu', Password: 'not this one' }), press('Sign In')),
    shows: 'Invalid email or password.',
    faults: [/^401 POST \/api\/session$/],
  },
  {
    name: 'login-suspended',
    path: '/login',
    calls: {
      '**/api/session': ACCOUNT_SUSPENDED,
      '**/api/accounts/mine': OWN_ACCOUNT,
    },
    act: inTurn(type({ Email: 'rima@example.edu', Password: 'correct horse' }), press('Sign In')),
    shows: 'Erase my account',
    faults: [/^403 POST \/api\/session$/],
  },
  { name: 'register', path: '/register', shows: 'at least 6 characters' },
  {
    name: 'register-refused',
    path: '/register',
    act: inTurn(type({ Email: 'rima@example.edu', Password: 'short' }), press('Create Account')),
    shows: 'Password should be at least 6 characters long.',
  },
  {
    name: 'registered',
    path: '/register',
    act: inTurn(
      type({ Email: 'rima@example.edu', Password: 'correct horse battery' }),
      press('Create Account'),
    ),
    shows: 'Registration successful!',
  },
  { name: 'forgot-password', path: '/forgot-password', shows: 'Send Password Reset Link' },
  {
    name: 'forgot-password-refused',
    path: '/forgot-password',
    act: press('Send Password Reset Link'),
    shows: 'Please enter your email address.',
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    act: inTurn(type({ Email: 'rima@example.edu' }), press('Send Password Reset Link')),
    shows: 'a password reset link has been sent',
  },
  { name: 'verify-email', path: '/verify-email#token=1', shows: 'Once your email is verified' },
  {
    name: 'verify-email-refused',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    act: press('Verify Email'),
    shows: 'This link is no longer valid',
    faults: [/^400 POST \/api\/accounts\/email-verifications$/],
  },
  {
    name: 'verify-email-done',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    calls: { '**/api/accounts/email-verifications': said('Your email address is verified. Thank you!') },
    act: press('Verify Email'),
    shows: 'Thank you!',
  },
  {
    name: 'verify-email-elsewhere',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    calls: { '**/api/accounts/email-verifications': PASSWORD_NEEDED },
    act: press('Verify Email'),
    shows: "Didn't create this account?",
    faults: [/^403 POST \/api\/accounts\/email-verifications$/],
  },
  {
    name: 'verify-email-taking-over',
    path: `/verify-email#token=${'a'.repeat(43)}`,
    calls: { '**/api/accounts/email-verifications': PASSWORD_NEEDED },
    act: inTurn(press('Verify Email'), press('Choose your own password')),
    shows: 'Set your own password',
    faults: [/^403 POST \/api\/accounts\/email-verifications$/],
  },
  { name: 'reset-password-cut-off', path: '/reset-password', shows: 'Request a new one' },
  { name: 'reset-password', path: `/reset-password#token=${'a'.repeat(43)}`, shows: 'New Password' },
  {
    name: 'reset-password-refused',
    path: `/reset-password#token=${'a'.repeat(43)}`,
    act: press('Set New Password'),
    shows: 'Please enter a new password.',
  },
  {
    name: 'reset-password-done',
    path: `/reset-password#token=${'a'.repeat(43)}`,
    calls: { '**/api/accounts/password-resets': said('Your new password is set. Please sign in with it.') },
    act: inTurn(type({ 'New Password': 'correct horse battery' }), press('Set New Password')),
    shows: 'Please sign in with it.',
  },
  {
    name: 'page-not-loaded',
    path: '/forgot-password',
    calls: { '**/assets/forgot-password-*.js': 'fails' },
    shows: "This page couldn't be loaded.",
    faults: [/^lost GET \/assets\/forgot-password-/, /^console /],
  },
]

export const VISITOR_SCENES: Scene[] = SCENES.map(scene => ({ as: 'visitor', ...scene }))
