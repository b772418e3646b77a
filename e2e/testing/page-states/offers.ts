import { press, sequence } from './actions.ts'
import type { PageState } from './page-state.ts'
import { A_BLOOD_REQUEST } from './replies/blood-requests.ts'
import {
  DONOR,
  listOf,
  ON_THE_WAY,
  OWN_DONATIONS,
  OWN_OFFERS,
  RECEIVED_OFFERS,
  REQUESTS,
} from './replies/offers.ts'
import { EMPTY_LIST } from './replies/usual.ts'

const LIST = { '**/api/blood-requests': REQUESTS, '**/api/blood-requests?*': REQUESTS }

const OF_OWN_GROUP = {
  '**/api/blood-requests?*': { ...REQUESTS, records: REQUESTS.records.slice(0, 1), total: 1 },
}

const asDonor = (donor: object | null, offers: object = EMPTY_LIST) => ({
  ...LIST,
  '**/api/donors/mine': { donor },
  '**/api/offers/mine*': offers,
})

/** The list of requests for somebody who may offer to donate, or may not. */
const OFFERING: Omit<PageState, 'as'>[] = [
  { name: 'offer', path: '/view-requests', calls: asDonor(DONOR), shows: 'I can donate' },
  {
    name: 'offer-asked',
    path: '/view-requests',
    calls: asDonor(DONOR),
    action: press('I can donate'),
    shows: 'Yes, I can donate',
  },
  {
    name: 'offer-failed',
    path: '/view-requests',
    calls: { ...asDonor(DONOR), '**/api/blood-requests/*/offers': 'fails' },
    action: sequence(press('I can donate'), press('Yes, I can donate')),
    shows: 'The service cannot be reached.',
    expectedErrors: [/^lost POST \/api\/blood-requests\/[-\w]+\/offers$/],
  },
  {
    name: 'offer-made',
    path: '/view-requests',
    calls: { ...asDonor(DONOR), '**/api/blood-requests/*/offers': ON_THE_WAY },
    action: sequence(
      press('I can donate'),
      // Without it, the list that is fetched after the offer says that there is none.
      page => page.route('**/api/offers/mine*', route => route.fulfill({ json: listOf(ON_THE_WAY) })),
      press('Yes, I can donate'),
    ),
    shows: 'They are waiting for you.',
  },
  {
    name: 'offer-stands',
    path: '/view-requests',
    calls: asDonor(DONOR, OWN_OFFERS),
    shows: 'You offered to donate.',
  },
  {
    name: 'requests-i-can-give-to',
    path: '/view-requests?show=can-give',
    calls: { ...asDonor(DONOR), ...OF_OWN_GROUP },
    shows: 'I can donate',
  },
  {
    name: 'requests-of-unknown-group',
    path: '/view-requests?show=can-give',
    calls: asDonor(null),
    shows: 'which blood group you have',
  },
  {
    name: 'offer-not-a-donor',
    path: '/view-requests',
    calls: asDonor(null),
    shows: 'Register as Donor first',
  },
  {
    name: 'offer-too-early',
    path: '/view-requests',
    calls: asDonor({ ...DONOR, eligibleFrom: '2127-03-03' }),
    shows: 'You can donate again from Mar 3, 2127.',
  },
  {
    name: 'offer-unavailable',
    path: '/view-requests',
    calls: asDonor({ ...DONOR, isAvailable: false }),
    shows: "You don't appear in searches and get no alerts.",
  },
  {
    name: 'offer-not-checked',
    path: '/view-requests',
    calls: { ...LIST, '**/api/donors/mine': 'fails' },
    shows: "Couldn't check whether you can donate.",
    expectedErrors: [/^lost GET /],
  },
]

const DASHBOARD = {
  '**/api/blood-requests/*/offers*': RECEIVED_OFFERS,
  '**/api/donors/mine': { donor: { ...DONOR, eligibleFrom: '2127-03-03' } },
  '**/api/offers/mine*': OWN_OFFERS,
  '**/api/donations/mine*': OWN_DONATIONS,
}

const onDashboard = (state: Pick<PageState, 'name' | 'action' | 'shows'>) => ({
  path: '/dashboard',
  calls: DASHBOARD,
  ...state,
})

const ASKED = {
  donorsAsked: 'more than 10',
  askedAt: '2026-03-14T11:30:00.000Z',
  asksAgainAt: '2026-03-14T11:40:00.000Z',
  isHeldBack: false,
  usualAnswerMinutes: 11,
  hotlineNumber: null,
}

const A_FEW_ASKED = { ...ASKED, donorsAsked: 'a few', hotlineNumber: '16263' }

/** A request for which nobody can come yet. */
const waiting = (name: string, progress: object, shows: PageState['shows']) => ({
  name,
  path: '/dashboard',
  calls: {
    '**/api/blood-requests/mine*': listOf({
      ...A_BLOOD_REQUEST,
      unitsGiven: 0,
      offersStanding: 0,
      unconfirmedSince: null,
    }),
    '**/api/blood-requests/*/offers*': EMPTY_LIST,
    '**/api/blood-requests/*/alerts': progress,
    '**/api/offers/mine*': EMPTY_LIST,
    '**/api/donations/mine*': EMPTY_LIST,
  },
  shows,
})

const OFFERS_AND_DONATIONS: Omit<PageState, 'as'>[] = [
  waiting('dashboard-nobody-answered', ASKED, /^We asked more than 10 donors /),
  waiting('dashboard-a-few-asked', A_FEW_ASKED, 'We have asked whom we can for now'),
  onDashboard({ name: 'dashboard-offers', shows: 'A donor can no longer come' }),
  onDashboard({
    name: 'offer-withdrawal-asked',
    action: press("I can't come after all"),
    shows: "You can't come after all?",
  }),
  onDashboard({ name: 'donation-asked', action: press('Gave blood'), shows: 'Did Mitu Das give blood?' }),
  onDashboard({
    name: 'fulfil-asked',
    action: sequence(press('Mark as Fulfilled'), page =>
      page.getByRole('checkbox', { name: 'Mitu Das (O−)' }).check(),
    ),
    shows: 'Who of these donors gave?',
  }),
  onDashboard({
    name: 'donation-added',
    action: sequence(press('Add a donation'), press('Add')),
    shows: 'Please enter the date of the donation.',
  }),
  {
    name: 'dashboard-offers-failed',
    path: '/dashboard',
    calls: {
      ...DASHBOARD,
      '**/api/offers/mine*': 'fails',
      '**/api/donations/mine*': 'fails',
      '**/api/blood-requests/*/offers*': 'fails',
    },
    shows: 'Failed to load your offers.',
    expectedErrors: [/^lost GET /],
  },
]

/** Offers to donate and donations, from both sides. */
export const OFFER_STATES: PageState[] = [
  {
    name: 'offer-unverified',
    as: 'newcomer',
    path: '/view-requests',
    calls: LIST,
    shows: 'before offering to donate',
  },
  ...[...OFFERING, ...OFFERS_AND_DONATIONS].map(state => ({ as: 'donor' as const, ...state })),
]
