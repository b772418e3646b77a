/** The refusals about donors whom coordinators keep, and about calling donors. */
export const REFUSALS_ABOUT_KEPT_DONORS = {
  'kept-donor-gone': { status: 404, message: 'The club does not keep this donor any more.' },
  'kept-link-not-valid': {
    status: 404,
    message: 'This link is not valid any more. What it led to is erased, and nobody calls you because of it.',
  },
  'number-not-callable': {
    status: 400,
    message: 'Contact Number must be a complete phone number that can be called.',
  },
  'not-own-hall': { status: 409, message: 'You keep donors of your own hall. Choose that one.' },
  'number-shared': {
    status: 409,
    message:
      'We keep this number already. If they share the phone, say in “Ask For” for whom to ask; at most four can share it.',
  },
  'number-of-registered-donor': {
    status: 409,
    message:
      'A donor with this number is registered here already. If they share the phone, say in “Ask For” for whom to ask.',
  },
  'kept-donor-stopped': {
    status: 409,
    message:
      'Whoever has this number told us within the last year not to call. Only they can change that, or an admin with their agreement on paper.',
  },
  'number-not-texted': {
    status: 409,
    message: 'No text messages are sent to this number. Choose “On paper” or “Said” when they have agreed.',
  },
  'texts-not-set-up': {
    status: 409,
    message: 'This site sends no text messages. Choose “On paper” or “Said” when they have agreed.',
  },
  'donor-not-callable': {
    status: 409,
    message: 'This donor cannot be called now. The list has changed: please look at it again.',
  },
  'too-many-numbers-called': {
    status: 429,
    message: 'You have called as many numbers as you can in 24 hours. Ask another coordinator to go on.',
  },
  'call-gone': { status: 404, message: 'This call is not noted any more.' },
  'too-late-to-undo-call': {
    status: 409,
    message: 'A result can be undone for a minute. Call again, and note what came of it.',
  },
  'already-coming': { status: 409, message: 'This donor is coming for a request already.' },
  'call-for-no-request': {
    status: 409,
    message: 'You called for no request. Choose the request for which they come, and call again.',
  },
  'caller-number-needed': {
    status: 400,
    message: 'Whoever posted the request will call you: please enter your phone number.',
  },
  'on-call-number-needed': {
    status: 400,
    message: 'Owners of urgent requests call you: please give the number that they see.',
  },
  'registered-donors-stop-themselves': {
    status: 409,
    message: 'Donors with an account turn themselves off: send them the link.',
  },
} as const
