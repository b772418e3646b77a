/** The refusals about blood requests and the confirmation that they are needed. */
export const REFUSALS_ABOUT_BLOOD_REQUESTS = {
  'blood-request-not-found': { status: 404, message: 'This blood request no longer exists.' },
  'blood-request-closed': {
    status: 409,
    message: 'This blood request is already closed. Only an active request can be changed.',
  },
  'removal-reason-missing': { status: 400, message: 'Please select a reason.' },
  'hospital-has-patient-name': {
    status: 409,
    message:
      "Emails and public pages will not name the hospital, because it contains the patient's name. Members see it.",
  },
  'similar-request-active': {
    status: 409,
    message:
      'You already have an active request for this patient, blood group and hospital. It is on your dashboard. To post another one, confirm that you mean it.',
  },
  'posting-stopped': {
    status: 403,
    message:
      'Several members have reported you, so you cannot post requests until an admin has looked at the reports. You will get an email with the decision. If blood is needed now, please contact the administrators.',
  },
  'too-many-active-requests': {
    status: 409,
    message: 'You have too many active requests. Mark one as fulfilled or cancel it, then post again.',
  },
  'too-many-posts': {
    status: 429,
    message: 'You have posted many requests in the last 24 hours. Please post again later.',
  },
  'confirmation-link-unknown': {
    status: 400,
    message: 'This link is not valid. Please open it again from the email.',
  },
  'confirmation-request-fulfilled': {
    status: 409,
    message: 'This request is marked as fulfilled already. There is nothing left to answer.',
  },
  'confirmation-request-cancelled': {
    status: 409,
    message: 'This request is cancelled already. There is nothing left to answer.',
  },
  'confirmation-request-deleted': {
    status: 409,
    message: 'This request was deleted. There is nothing left to answer.',
  },
  'confirmation-request-unavailable': {
    status: 409,
    message:
      'This request is not available at the moment, because the account is suspended. Please contact the administrators.',
  },
} as const
