/** Starts a line of a text that is one point of a list. */
export const CONSENT_POINT = '• '

const CURRENT_TEXT = [
  'By having an account, you agree to three points:',
  `${CONSENT_POINT}We store your email address, what you enter here, and when and from where you sign in. You can download or erase your data anytime on your Account page.`,
  `${CONSENT_POINT}Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. Searches show your donor phone number only if you allow it. Coordinators of the club also see your hall, if you choose one. They may call the number that you show, and note that they called and what came of it. We keep these notes for 30 days, and they are in the download of your data. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page.`,
  `${CONSENT_POINT}If you become a donor, we email you when somebody needs blood that you can give: at most twice a week unless you choose otherwise. These alerts are on until you turn them off: with the link in each email, or on your Account page, where you can also pause them or choose how often they come.`,
].join('\n')

/**
 * What people agree to by having an account, by version, the oldest first. A published text never changes: a new text gets
 * a new version, so that everybody can read again what they agreed to.
 */
export const CONSENT_TEXTS: Readonly<Record<string, string>> = {
  '2026-11-1':
    'By creating an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, and blood group. Your donor phone number is shown only if you allow it. Admins also see your email address and University ID. You can download or erase your data anytime on your Account page.',
  '2026-11-2':
    'By having an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. Searches show your donor phone number only if you allow it. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page. You can download or erase your data anytime on your Account page.',
  '2026-11-3':
    'By having an account, you agree that we store your email address, what you enter here, and when and from where you sign in. Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. If you become a donor, we email you when somebody needs blood that you can give: at most twice a week unless you choose otherwise. These alerts are on until you turn them off: with the link in each email, or on your Account page, where you can also pause them or choose how often they come. Searches show your donor phone number only if you allow it. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page. You can download or erase your data anytime on your Account page.',
  '2026-11-4': [
    'By having an account, you agree to three points:',
    `${CONSENT_POINT}We store your email address, what you enter here, and when and from where you sign in. You can download or erase your data anytime on your Account page.`,
    `${CONSENT_POINT}Members see the blood requests you post and, if you become a donor, your name, role, department, blood group, and the date from which you can donate again. Searches show your donor phone number only if you allow it. When you offer to donate, the member who posted the request sees your name and number until the request closes or you withdraw, and for up to 48 hours after you donate. Admins also see your email address and University ID. They can look up your donor phone number: every look is recorded, and you see it on your Account page.`,
    `${CONSENT_POINT}If you become a donor, we email you when somebody needs blood that you can give: at most twice a week unless you choose otherwise. These alerts are on until you turn them off: with the link in each email, or on your Account page, where you can also pause them or choose how often they come.`,
  ].join('\n'),
  '2026-11-5': CURRENT_TEXT,
}

const VERSIONS = Object.keys(CONSENT_TEXTS)
const VERSION = '2026-11-5'

/** The first version that says that admins can look up a donor's number. */
const NUMBER_REVEALS_SINCE = '2026-11-2'

/** The first version that says that donors are asked by email. */
const ALERTS_SINCE = '2026-11-3'

/** The first version that says that coordinators note their calls. */
const CALL_NOTES_SINCE = '2026-11-5'

/** The consent that is current now: the page shows the text, the server records the version. */
export const CONSENT = { version: VERSION, text: CURRENT_TEXT } as const

/** Whether somebody who agreed to a version, or to none (null), agreed to the current text. */
export const isCurrentConsent = (version: string | null): boolean => version === CONSENT.version

/** Whether somebody who agreed to a version, or to none (null), agreed that admins look up their number. */
export const allowsNumberReveals = (version: string | null): boolean => isSince(version, NUMBER_REVEALS_SINCE)

/** Whether somebody who agreed to a version, or to none (null), agreed that donors are asked by email. */
export const allowsAlerts = (version: string | null): boolean => isSince(version, ALERTS_SINCE)

/** Whether somebody who agreed to a version, or to none (null), agreed that coordinators note that they called, and the result. */
export const allowsCallNotes = (version: string | null): boolean => isSince(version, CALL_NOTES_SINCE)

const isSince = (version: string | null, first: string) =>
  version !== null && VERSIONS.indexOf(version) >= VERSIONS.indexOf(first)
