import { acceptAlert, readAskedAlert, wrongProofMessage } from '@blood-bank/contract/alerts/answers'
import { readAskedConfirmation } from '@blood-bank/contract/blood-requests/confirmations'
import { aBloodRequestSummary, acceptedAlert, askedAlert } from '@blood-bank/web/testing/builders'
import { refusing, replying } from '@blood-bank/web/testing/replies'
import { choose, press, sequence, type } from './actions.ts'
import { at, type PageState, statesOf } from './page-state.ts'
import { LONG_HOSPITAL, ON_THE_WAY } from './replies.ts'

const asked = (...alert: Parameters<typeof askedAlert>) => [replying(readAskedAlert, askedAlert(...alert))]

/** The page on which an owner says whether blood is still needed. Its dead links look like those of alerts. */
const CONFIRMATION = {
  path: `/confirm#token=${'a'.repeat(43)}`,
  replies: [
    replying(readAskedConfirmation, {
      ...aBloodRequestSummary({ neededBy: '2026-03-15T12:00:00.000Z' }),
      unconfirmedSince: '2026-03-15T12:00:00.000Z',
    }),
  ],
}

const path = `/answer#token=${'a'.repeat(43)}`

/** The pages that links in emails lead to. */
export const ANSWER_STATES: PageState[] = statesOf('visitor', [
  { name: 'confirm', ...CONFIRMATION, shows: 'Still needed' },
  {
    name: 'confirm-closing',
    ...CONFIRMATION,
    action: press('Mark as Fulfilled'),
    shows: 'Yes, we have the blood',
  },
  { name: 'answer', path, replies: asked(), shows: 'Pause alerts' },
  {
    name: 'answer-platelets',
    path: path.replace('#', '?platelets#'),
    replies: asked(),
    shows: 'Ask me for platelets, too',
  },
  { name: 'answer-by-text', path: `/a#${'a'.repeat(22)}`, replies: asked(), shows: 'Stop text messages' },

  ...at(
    path,
    [
      'answer-long-texts',
      'Pause alerts',
      asked({
        urgency: 'moderate',
        hospitalName: LONG_HOSPITAL,
        hospitalLocation: 'Ward '.repeat(40),
        unitsRequired: 100,
      }),
    ],
    ['answer-digits', 'Last four digits of your phone number', asked(), press('I can donate')],
    [
      'answer-university-id',
      'Your University ID',
      asked({ needsDigits: false, needsUniversityId: true }),
      press('I can donate'),
    ],
    [
      'answer-wrong-digits',
      'You can try 4 times more.',
      [...asked(), refusing(acceptAlert, 'wrong-digits', { message: wrongProofMessage('wrong-digits', 4) })],
      sequence(
        press('I can donate'),
        type({ 'Last four digits of your phone number': '1234' }),
        press('Yes, I can donate'),
      ),
    ],
    ['answer-yes', 'Show whom to call', asked({ answer: 'yes', offersStanding: 1 })],
    [
      'answer-on-the-way',
      'You said: there by about',
      [replying(readAskedAlert, acceptedAlert({ offersStanding: 1 }, ON_THE_WAY))],
    ],
    ['answer-no', 'nobody is told that you declined', asked({ answer: 'no' })],
    [
      'answer-pausing',
      'Alerts again from',
      asked(),
      sequence(press('Pause alerts'), choose('How long', 'Until a date')),
    ],
    ['answer-dead-link', 'This request is fulfilled.', [refusing(readAskedAlert, 'alert-request-fulfilled')]],
  ),
])
