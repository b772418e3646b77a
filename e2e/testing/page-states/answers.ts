import { choose, press, sequence, type } from './actions.ts'
import type { PageState } from './page-state.ts'
import { ON_THE_WAY } from './replies/offers.ts'

const ASKED = {
  requiredBloodGroup: 'O+',
  urgency: 'urgent',
  neededBy: null,
  hospitalName: 'Dhaka Medical College Hospital',
  hospitalLocation: 'Ward 12, second floor',
  unitsRequired: 2,
  unitsGiven: 1,
  offersStanding: 0,
  requestedAt: '2026-03-14T10:15:00.000Z',
  answer: null,
  needsDigits: true,
  needsUniversityId: false,
  hasWithdrawn: false,
  cannotOffer: null,
  ownOffer: null,
}

const refusal = (status: number, code: string, message: string) => ({ status, error: { code, message } })

/** The page on which an owner says whether blood is still needed. Its dead links look like those of alerts. */
const CONFIRMATION = {
  path: `/confirm#token=${'a'.repeat(43)}`,
  calls: {
    '**/api/confirmations/lookups': {
      ...ASKED,
      neededBy: '2026-03-15T12:00:00.000Z',
      unconfirmedSince: '2026-03-15T12:00:00.000Z',
    },
  },
}

const path = `/answer#token=${'a'.repeat(43)}`
const LOOKUP = '**/api/alerts/lookups'

/** The pages that links in emails lead to. */
const STATES: Omit<PageState, 'as'>[] = [
  { name: 'confirm', ...CONFIRMATION, shows: 'Still needed' },
  {
    name: 'confirm-closing',
    ...CONFIRMATION,
    action: press('Mark as Fulfilled'),
    shows: 'Yes, we have the blood',
  },
  { name: 'answer', path, calls: { [LOOKUP]: ASKED }, shows: 'Pause alerts' },
  {
    name: 'answer-by-text',
    path: `/a#${'a'.repeat(22)}`,
    calls: { [LOOKUP]: ASKED },
    shows: 'Stop text messages',
  },
  { name: 'answer-cut-off', path: '/answer', shows: 'The link is incomplete.' },
  { name: 'answer-loading', path, calls: { [LOOKUP]: 'stalls' }, shows: 'Loading...' },
  {
    name: 'answer-not-loaded',
    path,
    calls: { [LOOKUP]: 'fails' },
    shows: 'Retry',
    expectedErrors: [/^lost POST \/api\/alerts\/lookups/],
  },
  {
    name: 'answer-long-texts',
    path,
    calls: {
      [LOOKUP]: {
        ...ASKED,
        urgency: 'moderate',
        hospitalName: 'BangabandhuSheikhMujibMedicalUniversityHospital'.repeat(3),
        hospitalLocation: 'Ward '.repeat(40),
        unitsRequired: 100,
      },
    },
    shows: 'Pause alerts',
  },
  {
    name: 'answer-digits',
    path,
    calls: { [LOOKUP]: ASKED },
    action: press('I can donate'),
    shows: 'Last four digits of your phone number',
  },
  {
    name: 'answer-university-id',
    path,
    calls: { [LOOKUP]: { ...ASKED, needsDigits: false, needsUniversityId: true } },
    action: press('I can donate'),
    shows: 'Your University ID',
  },
  {
    name: 'answer-wrong-digits',
    path,
    calls: {
      [LOOKUP]: ASKED,
      '**/api/alerts/acceptances': refusal(
        403,
        'wrong-digits',
        'These are not the last four digits of the phone number in your donor profile. You can try 4 times more.',
      ),
    },
    action: sequence(
      press('I can donate'),
      type({ 'Last four digits of your phone number': '1234' }),
      press('Yes, I can donate'),
    ),
    shows: 'You can try 4 times more.',
    expectedErrors: [/^403 POST \/api\/alerts\/acceptances$/],
  },
  {
    name: 'answer-refused',
    path,
    calls: {
      [LOOKUP]: { ...ASKED, needsDigits: false },
      '**/api/alerts/acceptances': refusal(
        409,
        'donor-unavailable',
        'Your donor profile says that you are not available. Change this in your profile, then try again.',
      ),
    },
    action: press('I can donate'),
    shows: 'you are not available',
    expectedErrors: [/^409 POST \/api\/alerts\/acceptances$/],
  },
  {
    name: 'answer-yes',
    path,
    calls: { [LOOKUP]: { ...ASKED, answer: 'yes', offersStanding: 1 } },
    shows: 'Show whom to call',
  },
  {
    name: 'answer-on-the-way',
    path,
    calls: {
      [LOOKUP]: {
        ...ASKED,
        answer: 'yes',
        offersStanding: 1,
        ownOffer: { ...ON_THE_WAY, donorName: 'Rima Akter' },
      },
    },
    shows: 'You said: there by about',
  },
  {
    name: 'answer-no',
    path,
    calls: { [LOOKUP]: { ...ASKED, answer: 'no' } },
    shows: 'nobody is told that you declined',
  },
  {
    name: 'answer-pausing',
    path,
    calls: { [LOOKUP]: ASKED },
    action: sequence(press('Pause alerts'), choose('How long', 'Until a date')),
    shows: 'Alerts again from',
  },
  {
    name: 'answer-paused',
    path,
    calls: {
      [LOOKUP]: ASKED,
      '**/api/alerts/pauses': {
        message: 'Your alerts are paused until March 21, 2026. You can end the pause under Account.',
      },
    },
    action: sequence(press('Pause alerts'), press('Pause')),
    shows: 'Your alerts are paused until March 21, 2026.',
  },
  {
    name: 'answer-dead-link',
    path,
    calls: {
      [LOOKUP]: refusal(
        409,
        'alert-request-fulfilled',
        'This request is fulfilled. Nobody has to come any more. Thank you for being ready to help.',
      ),
    },
    shows: 'This request is fulfilled.',
    expectedErrors: [/^409 POST \/api\/alerts\/lookups$/],
  },
]

export const ANSWER_STATES: PageState[] = STATES.map(state => ({ as: 'visitor', ...state }))
