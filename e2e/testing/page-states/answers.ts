import { acceptAlert, readAskedAlert, wrongProofMessage } from '@blood-bank/contract/alerts/answers'
import { readAskedConfirmation } from '@blood-bank/contract/blood-requests/confirmations'
import { aBloodRequestSummary } from '@blood-bank/web/testing/builders'
import { acceptedAlert, askedAlert } from '@blood-bank/web/testing/offer-builders'
import { refusing, replying } from '@blood-bank/web/testing/replies'
import { choose, press, sequence, type } from './actions.ts'
import { type PageState, statesOf } from './page-state.ts'
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

  {
    name: 'answer-long-texts',
    path,
    replies: asked({
      urgency: 'moderate',
      hospitalName: LONG_HOSPITAL,
      hospitalLocation: 'Ward '.repeat(40),
      unitsRequired: 100,
    }),
    shows: 'Pause alerts',
  },
  {
    name: 'answer-digits',
    path,
    replies: asked(),
    action: press('I can donate'),
    shows: 'Last four digits of your phone number',
  },
  {
    name: 'answer-university-id',
    path,
    replies: asked({ needsDigits: false, needsUniversityId: true }),
    action: press('I can donate'),
    shows: 'Your University ID',
  },
  {
    name: 'answer-wrong-digits',
    path,
    replies: [
      ...asked(),
      refusing(acceptAlert, 'wrong-digits', { message: wrongProofMessage('wrong-digits', 4) }),
    ],
    action: sequence(
      press('I can donate'),
      type({ 'Last four digits of your phone number': '1234' }),
      press('Yes, I can donate'),
    ),
    shows: 'You can try 4 times more.',
  },

  {
    name: 'answer-yes',
    path,
    replies: asked({ answer: 'yes', offersStanding: 1 }),
    shows: 'Show whom to call',
  },
  {
    name: 'answer-on-the-way',
    path,
    replies: [replying(readAskedAlert, acceptedAlert({ offersStanding: 1 }, ON_THE_WAY))],
    shows: 'You said: there by about',
  },
  { name: 'answer-no', path, replies: asked({ answer: 'no' }), shows: 'nobody is told that you declined' },
  {
    name: 'answer-pausing',
    path,
    replies: asked(),
    action: sequence(press('Pause alerts'), choose('How long', 'Until a date')),
    shows: 'Alerts again from',
  },

  {
    name: 'answer-dead-link',
    path,
    replies: [refusing(readAskedAlert, 'alert-request-fulfilled')],
    shows: 'This request is fulfilled.',
  },
])
