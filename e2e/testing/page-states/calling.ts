import { readOnCall } from '@blood-bank/contract/alerts/on-call'
import { listActiveBloodRequests, readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listHalls } from '@blood-bank/contract/halls/endpoints'
import {
  CALL_RESULT_LABELS,
  CallResult,
  callDonor,
  listDonorsToCall,
  noteCall,
} from '@blood-bank/contract/kept-donors/calls'
import { readKeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { aDonorToCall, aPage } from '@blood-bank/web/testing/builders'
import { failing, hanging, refusing, replying } from '@blood-bank/web/testing/replies'
import {
  type Action,
  chooseFromRow,
  chooseRadio,
  dialNothing,
  press,
  pressMenu,
  sequence,
  type,
} from './actions.ts'
import { stubReplies } from './open.ts'
import { at, type PageState, type Row, statesOf } from './page-state.ts'
import { A_BLOOD_REQUEST, idOf, LONG_HOSPITAL, LONG_NAME } from './replies.ts'

const REQUEST = { ...A_BLOOD_REQUEST, takesOtherGroups: true, hospitalLocation: 'Ward 12' }
const HALLS = [{ id: idOf(70), name: 'Titumir Hall' }]
/** Longer ago than this year, so that the text is the same each time. */
const CALL = {
  id: idOf(71),
  by: 'Nadia Islam',
  isMine: false,
  calledAt: '2025-03-14T11:30:00.000Z',
  result: 'no-answer',
  notedAt: '2025-03-14T11:32:00.000Z',
} as const

const REGISTERED = aDonorToCall({
  id: idOf(73),
  fullName: 'Sadia Khatun',
  kind: 'registered',
  keptBy: null,
  lastCall: { ...CALL, calledAt: '2126-03-14T11:30:00.000Z', result: null },
})

/** In all their states. */
const DONORS = [
  aDonorToCall({ hallId: idOf(70), batch: '19', department: 'Computer Science' }),
  aDonorToCall({ id: idOf(72), fullName: LONG_NAME, keptBy: null, mayHaveRegistered: true, lastCall: CALL }),
  REGISTERED,
]
const COMING = aDonorToCall({
  id: idOf(74),
  fullName: LONG_NAME,
  hallId: idOf(70),
  lastCall: { ...CALL, result: 'coming' },
  coming: {
    callId: idOf(75),
    bloodRequestId: REQUEST.id,
    since: '2025-03-14T11:32:00.000Z',
    hasEnded: true,
    hasContact: false,
  },
})

/** Of whose coordinator the right has ended. */
const LEFT_TO_THE_CLUB = { ...COMING, coming: COMING.coming && { ...COMING.coming, hasEnded: false } }

const replies = [
  replying(readBloodRequest, REQUEST),
  replying(listHalls, { halls: HALLS }),
  replying(listDonorsToCall, { records: DONORS, batches: ['19', '20'] }),
  replying(readOwnDonor, { donor: null }),
  replying(callDonor, { callId: idOf(76), contactNumber: '01712-345678', askFor: 'Mrs. Begum, her aunt' }),
  replying(noteCall, { result: 'not-today' }),
]

/** The first of the list is registered. */
const REGISTERED_FIRST = [
  ...replies,
  replying(listDonorsToCall, {
    records: [{ ...REGISTERED, fullName: LONG_NAME, lastCall: null }, ...DONORS.slice(0, 2)],
    batches: [],
  }),
]

const KEPT_DONOR = replying(readKeptDonor, {
  id: idOf(70),
  fullName: LONG_NAME,
  bloodGroup: 'AB-',
  hallId: idOf(70),
  batch: '19',
  department: 'Computer Science',
  lastDonationDate: '2025-04-13',
  askFor: 'Mrs. Begum, her aunt',
  keptBy: 'Nadia Islam',
  consentKind: 'said',
  consentedAt: '2025-03-14T11:30:00.000Z',
  expiresAt: '2027-03-14T11:30:00.000Z',
})

const ON_CALL = {
  until: null,
  wouldEndAt: '2026-03-15T02:00:00.000Z',
  name: 'Nadia Islam',
  contactNumber: null,
}

const call: Action = async page => {
  await page.evaluate(dialNothing)
  await page.getByRole('button', { name: 'Call', exact: true }).first().click()
  await page.getByText(/^What did/).waitFor()
}

/** What the line of the first donor says after each result. */
const NOTED: Record<CallResult, string> = {
  coming: 'Rahim Uddin is coming.',
  'not-today': 'Rahim Uddin: not today.',
  'no-answer': 'Rahim Uddin: no answer.',
  'wrong-number': 'Rahim Uddin: wrong number.',
  'not-again': 'Rahim Uddin: not again. They are erased in a minute.',
}

/** Says who is coming, with the number that the owner sees: the admin of the demo has no profile. */
const confirmComing = sequence(type({ 'Contact Number': '01812-345678' }), press('Yes, coming'))

/** The questions about who was coming, by the button that asks it. */
const OUTCOMES = {
  Gave: 'Yes, they gave',
  "Couldn't give": "The hospital couldn't take them",
  'Not needed': 'Call them and say so.',
  "Didn't come": 'They can be called again.',
}

/** The next reply says that the same person has no such right any more. */
const endRight: Action = async page => {
  const session = await page.request.get(new URL('/api/session', page.url()).href)
  const { user } = await session.json()
  await stubReplies(page, [replying(readSession, { user: { ...user, role: 'user' } })])
}

/** Coordinators call donors; admins are coordinators of all halls. */
export const CALLING_STATES: PageState[] = [
  ...statesOf('coordinator', [
    { name: 'call-donors-menu', path: '/call-donors?bloodGroup=O%2B', action: pressMenu, shows: /^Logout/ },
    ...at('/call-donors?bloodGroup=O%2B', ['call-donors-of-hall', 'Donors with O+.']),
  ]),
  ...statesOf('admin', [
    ...at(
      '/call-donors',
      ['call-donors', 'Or call donors of a blood group'],
      [
        'call-donors-no-requests',
        'No request needs anybody now.',
        [replying(listActiveBloodRequests, aPage([]))],
      ],
      ['call-donors-add-said', /^Read aloud/, replies, sequence(press('Add a donor'), chooseRadio('Said'))],
      [
        'call-donors-add-errors',
        /^Please fill in all required fields/,
        replies,
        sequence(press('Add a donor'), type({ 'Full Name': 'Rahim Uddin' }), press('Add')),
      ],
      [
        'call-donors-on-call',
        /see Nadia Islam, 01812-345678/,
        [replying(readOnCall, { ...ON_CALL, until: ON_CALL.wouldEndAt, contactNumber: '01812-345678' })],
      ],
      [
        'call-donors-on-call-number',
        'Contact Number is required.',
        [replying(readOnCall, ON_CALL)],
        sequence(page => page.getByRole('switch', { name: 'On call' }).click(), press('Be on call')),
      ],
      [
        'call-donors-by-number',
        'Please enter the phone number.',
        replies,
        sequence(press('Download or erase a number'), press('Download')),
      ],
      [
        'call-donors-by-number-erasing',
        'Erase',
        replies,
        sequence(press('Download or erase a number'), chooseRadio('Erase it')),
      ],
    ),
    ...at(
      `/call-donors?request=${REQUEST.id}`,
      ['call-donors-list', 'Nobody keeps them', replies],
      [
        'call-donors-long-names',
        'Nobody keeps them',
        [...replies, replying(readBloodRequest, { ...REQUEST, hospitalName: LONG_HOSPITAL })],
      ],
      ['call-donors-loading', /for Selina Parvin/, [...replies, hanging(listDonorsToCall)]],
      ['call-donors-failed', /^Failed to load the donors/, [...replies, failing(listDonorsToCall)]],
      [
        'call-donors-none',
        'Nobody can be called now.',
        [...replies, replying(listDonorsToCall, { records: [], batches: [] })],
      ],
      [
        'call-donors-request-gone',
        'Choose another request',
        [refusing(readBloodRequest, 'blood-request-not-found')],
      ],
      ['call-donors-calling', 'Ask for Mrs. Begum, her aunt.', replies, call],
      ['call-donors-calling-registered', 'They want no calls', REGISTERED_FIRST, call],
      [
        'call-donors-switch-off-link',
        /^Send them this link/,
        REGISTERED_FIRST,
        sequence(call, press('They want no calls')),
      ],
      [
        'call-donors-not-agreed',
        /so this one is not\.$/,
        [
          ...REGISTERED_FIRST,
          replying(callDonor, { callId: null, contactNumber: '01712-345678', askFor: null }),
        ],
        press('Call'),
      ],
      ...CallResult.options.map(
        (result): Row => [
          `call-donors-noted-${result}`,
          NOTED[result],
          replies,
          sequence(call, press(CALL_RESULT_LABELS[result]), ...(result === 'coming' ? [confirmComing] : [])),
        ],
      ),
      [
        'call-donors-refused',
        /^You have called as many numbers/,
        [...replies, refusing(callDonor, 'too-many-numbers-called')],
        press('Call'),
      ],
      ['call-donors-coming-question', 'Yes, coming', replies, sequence(call, press('Coming'))],
      [
        'call-donors-coming',
        'The request is over. What became of it?',
        [...replies, replying(listDonorsToCall, { records: [COMING, ...DONORS], batches: [] })],
      ],
      [
        'call-donors-taking-over',
        'Still coming',
        [...replies, replying(listDonorsToCall, { records: [LEFT_TO_THE_CLUB], batches: [] })],
        sequence(page => page.evaluate(dialNothing), press('Call')),
      ],
      ...Object.entries(OUTCOMES).map(
        ([outcome, shows]): Row => [
          `call-donors-outcome-${outcome.toLowerCase().replace(/\W/g, '-')}`,
          shows,
          [...replies, replying(listDonorsToCall, { records: [COMING], batches: [] })],
          press(outcome),
        ],
      ),
      ['call-donors-correct', 'Nadia Islam does now.', [...replies, KEPT_DONOR], chooseFromRow('Correct')],
      ['call-donors-stop', 'Erase', replies, chooseFromRow('They said stop')],
      [
        'call-donors-ended',
        /^Your time as coordinator is over/,
        [...replies, refusing(callDonor, 'coordinator-ended')],
        sequence(endRight, press('Call')),
      ],
    ),
    ...at('/call-donors?bloodGroup=O-', ['call-donors-group', 'Donors with O−.', replies]),
    ...at('/call-donors?wrong-numbers', ['call-donors-wrong-numbers', /^Their number was wrong/, replies]),
  ]),
]
