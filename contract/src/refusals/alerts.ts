/** The refusals about alerts, their answers and notifications. */
export const REFUSALS_ABOUT_ALERTS = {
  'alert-link-unknown': {
    status: 400,
    message: 'This link is not valid. Please open it again from the message that asked you.',
  },
  'digits-needed': {
    status: 403,
    message:
      'We do not know this browser. To show your number to the requester, enter the last four digits of your own phone number.',
  },
  'wrong-digits': {
    status: 403,
    message: 'These are not the last four digits of the phone number in your donor profile.',
  },
  'university-id-needed': {
    status: 403,
    message: 'We do not know this browser. To show your number to the requester, enter your University ID.',
  },
  'wrong-university-id': {
    status: 403,
    message: 'This is not the University ID in your donor profile.',
  },
  'too-many-wrong-digits': {
    status: 403,
    message: 'What you entered was wrong five times. Sign in, then open the link again.',
  },
  'unsubscribe-link-not-valid': {
    status: 404,
    message:
      'This link is not complete. Open it from the email again, or turn alerts off on your Account page.',
  },
  'alert-request-fulfilled': {
    status: 409,
    message: 'This request is fulfilled. Nobody has to come any more. Thank you for being ready to help.',
  },
  'alert-request-cancelled': {
    status: 409,
    message: 'This request was cancelled. Nobody has to come any more. Thank you for being ready to help.',
  },
  'alert-request-deleted': {
    status: 409,
    message: 'This request was deleted. Nobody has to come any more. Thank you for being ready to help.',
  },
  'alert-request-unavailable': {
    status: 409,
    message:
      'This request is not available at the moment, so nobody has to come. Thank you for being ready to help.',
  },
  'alerts-for-donors': {
    status: 409,
    message: 'Alerts are for donors. Register as a donor first.',
  },
  'pause-date-out-of-range': {
    status: 409,
    message: 'Choose a date after today and within a year. For a longer pause, choose “Until I return”.',
  },
  'push-service-not-allowed': {
    status: 400,
    message: 'Notifications of this browser are not supported here. Alerts come by email.',
  },
  'push-device-not-found': { status: 404, message: 'This device gets no notifications any more.' },
  'too-many-push-devices': {
    status: 409,
    message: 'You get notifications on 10 devices already. Remove one of them first.',
  },
  'no-text-messages': { status: 409, message: 'This site sends no text messages. Alerts come by email.' },
  'number-has-extension': {
    status: 409,
    message:
      'Your contact number has an extension, so it gets no text messages. Enter a mobile number first.',
  },
  'number-not-mobile': {
    status: 409,
    message: 'Your contact number is not a mobile number, so it gets no text messages. Enter one first.',
  },
  'number-of-other-country': {
    status: 409,
    message: 'No text messages are sent to the country of your contact number. Alerts come by email.',
  },
  'too-many-text-codes': {
    status: 429,
    message: 'Only 3 codes a day are sent. Please ask for another one tomorrow.',
  },
  'too-many-texts-today': {
    status: 429,
    message: 'No more codes can be sent today. Please try again tomorrow.',
  },
  'wrong-text-code': { status: 403, message: 'This is not the code of the last text message.' },
  'too-many-wrong-codes': {
    status: 403,
    message: 'Five wrong codes were entered. Send a new code, then enter that one.',
  },
  'text-code-expired': {
    status: 409,
    message: 'No code is valid now: they are for ten minutes. Send a new code, then enter that one.',
  },
  'text-number-taken': {
    status: 409,
    message:
      'Another account gets text messages at this number. Turn them off there, then enter the code again.',
  },
  'too-many-test-alerts': {
    status: 429,
    message: 'You have sent yourself several test alerts already. Please try again later.',
  },
} as const

type Code = keyof typeof REFUSALS_ABOUT_ALERTS

/** The refusals of a link that can't be used any more. */
export const DEAD_ALERT_LINK = [
  'alert-link-unknown',
  'alert-request-fulfilled',
  'alert-request-cancelled',
  'alert-request-deleted',
  'alert-request-unavailable',
] as const satisfies Code[]

/** The refusals of an answer after which its page is read again: the link is dead, or the browser has to prove itself. */
export const OUTDATED_ALERT = [
  ...DEAD_ALERT_LINK,
  'digits-needed',
  'university-id-needed',
] as const satisfies Code[]
