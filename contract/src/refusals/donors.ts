import { UNDO_DONATION_HOURS } from '../durations.ts'

/** Those whose sentences pages show by themselves: what is beside them no page loads. */
export const SHOWN_REFUSALS_ABOUT_DONORS = {
  'already-a-donor': { status: 409, message: 'You are already registered as a donor.' },
  'donor-inactive': {
    status: 409,
    message: 'Your donor profile is inactive. Please contact the administrators.',
  },
  'donor-not-eligible': {
    status: 409,
    message: 'Your last donation was too recent. Your dashboard shows when you can donate again.',
  },
  'offer-was-released': {
    status: 409,
    message: 'You were told that you are not needed for this request, so you cannot offer for it again.',
  },
  'offer-turned-away': {
    status: 409,
    message:
      "The hospital couldn't take your blood for this request, so you cannot offer for it again. Thank you for coming.",
  },
  'offer-withdrawn-twice': {
    status: 409,
    message:
      'You have offered for this request twice and then could not come, so you cannot offer for it again.',
  },
  'donation-before-offer': {
    status: 409,
    message: 'Donation Date cannot be before the day on which the donor offered to donate.',
  },
} as const

/** The refusals about donor profiles, offers and donations. */
export const REFUSALS_ABOUT_DONORS = {
  ...SHOWN_REFUSALS_ABOUT_DONORS,
  'donor-not-found': { status: 404, message: 'Donor profile not found. Cannot update.' },
  'blood-group-changed': {
    status: 409,
    message: 'This donor has changed the blood group meanwhile. Please check it again.',
  },
  'donor-gone': { status: 404, message: 'This donor profile no longer exists.' },
  'hall-gone': { status: 409, message: 'This hall is gone. Choose another one.' },
  'hall-not-found': { status: 404, message: 'This hall no longer exists.' },
  'hall-exists': { status: 409, message: 'There is a hall of this name already.' },
  'too-many-halls': { status: 409, message: 'There can be 100 halls at most. Delete one first.' },
  'claim-link-not-valid': {
    status: 400,
    message:
      'This link is not valid any more: the entry was registered or erased, or nobody claimed it in time.',
  },
  'claim-account-changed': {
    status: 409,
    message:
      'Your account has changed in the meantime. Please look at the password field and send the form again.',
  },
  'not-a-donor': { status: 409, message: 'Register as a donor first, then offer to donate.' },
  'offer-not-found': { status: 404, message: 'This offer no longer exists.' },
  'donation-not-found': { status: 404, message: 'This donation no longer exists.' },
  'own-blood-request': {
    status: 409,
    message: 'This is your own request. Another member has to donate for it.',
  },
  'incompatible-blood-group': {
    status: 409,
    message: 'Your blood group cannot be given to a patient of this group.',
  },
  'donor-unavailable': {
    status: 409,
    message:
      'Your donor profile says that you are not available. Change this in your profile, then try again.',
  },
  'platelets-not-chosen': {
    status: 409,
    message:
      'Turn on “Also ask me for platelets” in your alert settings first: they are given by machine, about 90 minutes.',
  },
  'already-offered': { status: 409, message: 'You have already offered to donate for this request.' },
  'other-offer-stands': {
    status: 409,
    message: "You have already offered to donate for another request. First say that you can't come there.",
  },
  'rest-link-not-valid': {
    status: 404,
    message:
      "This link is no longer valid. In your donor profile you can choose the day under “Don't ask me before”.",
  },
  'offer-settled': {
    status: 409,
    message: 'This offer has changed in the meantime. Please look at the request again.',
  },
  'donation-already-recorded': {
    status: 409,
    message: 'A donation of this donor on this day is already recorded. Please check the date.',
  },
  'donation-date-too-early': {
    status: 409,
    message:
      'Last Donation Date cannot be before a donation that is already recorded. Please check the date.',
  },
  'own-donation-not-disputed': {
    status: 409,
    message: 'You added this donation yourself. Remove it if it did not happen.',
  },
  'too-late-to-undo': {
    status: 409,
    message: `A donation can be undone within ${UNDO_DONATION_HOURS} hours. To correct it, please contact the administrators.`,
  },
  'too-many-number-reveals': {
    status: 429,
    message: 'You have looked up many phone numbers in the last hour. Please look up the next one later.',
  },
  'donation-undone-before': {
    status: 409,
    message:
      'A donation of this donor for this request was undone before. To correct it, please contact the administrators.',
  },
} as const

/** The refusals of a claim after which its page is read again: the link or the account has changed. */
export const OUTDATED_CLAIM = [
  'claim-link-not-valid',
  'claim-account-changed',
  'already-a-donor',
] as const satisfies (keyof typeof REFUSALS_ABOUT_DONORS)[]
