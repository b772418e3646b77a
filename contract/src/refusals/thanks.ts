/** The refusals about thank-yous. */
export const REFUSALS_ABOUT_THANKS = {
  'thank-you-before-fulfilled': {
    status: 409,
    message: 'You can say thank you once the request is fulfilled.',
  },
  'thank-you-chosen': {
    status: 409,
    message: "You have chosen for this request already. The choice can't be changed.",
  },
  'thank-you-too-late': {
    status: 409,
    message: 'A thank-you can be chosen for 14 days after the request was fulfilled. They are over.',
  },
  'nobody-to-thank': {
    status: 409,
    message: 'No donation is recorded for this request, so there is nobody to thank.',
  },
  'thank-yous-for-donors': { status: 409, message: 'Thank-yous are for donors. Register as a donor first.' },
} as const
