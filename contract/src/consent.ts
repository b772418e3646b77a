/**
 * What people agree to by creating an account, by version. A published text never changes: a new text gets a new
 * version, so that everybody can read again what they agreed to.
 */
export const CONSENT_TEXTS: Readonly<Record<string, string>> = {
  '2026-11-1':
    'By creating an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, and blood group. Your donor phone number is shown only if you allow it. Admins also see your email address and University ID. You can download or erase your data anytime on your Account page.',
}

const VERSION = '2026-11-1'

/** The consent that is current now: the page shows the text, the server records the version. */
export const CONSENT = { version: VERSION, text: CONSENT_TEXTS[VERSION] ?? '' } as const
