/** The refusals about reports. */
export const REFUSALS_ABOUT_REPORTS = {
  'account-too-new': {
    status: 403,
    message: 'Your account is too new to report. Please contact the administrators if it cannot wait.',
  },
  'own-report': {
    status: 409,
    message: 'This is your own request. If it is no longer right, cancel or delete it.',
  },
  'already-reported': {
    status: 409,
    message: 'You have reported this already. An admin will look at it.',
  },
  'report-case-not-found': { status: 404, message: 'These reports no longer exist. Please reload the list.' },
  'own-report-case': {
    status: 403,
    message:
      'These reports are about you, so you cannot see who made them. Please ask another admin to decide.',
  },
  'own-case-not-decided': {
    status: 403,
    message: 'These reports are about you. Please ask another admin to decide.',
  },
  'report-not-found': { status: 404, message: 'This report no longer exists. Please reload the list.' },
  'reports-already-decided': {
    status: 409,
    message: 'Another admin has already decided. Nothing was changed; please look at the decision.',
  },
  'reports-changed': {
    status: 409,
    message: 'The reports have changed in the meantime. Please read them again, then decide.',
  },
  'too-many-reports': {
    status: 429,
    message: 'You have made many reports in the last 24 hours. Please report again later.',
  },
} as const
