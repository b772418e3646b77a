import { type AlertProgress, readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { type Donor, readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import {
  listOwnOffers,
  listReceivedOffers,
  type OwnOffer,
  offerToDonate,
} from '@blood-bank/contract/offers/endpoints'
import { aDonation, aPage } from '@blood-bank/web/testing/builders'
import { replying } from '@blood-bank/web/testing/replies'
import { press, sequence } from './actions.ts'
import { stubReplies } from './open.ts'
import { type PageState, statesOf } from './page-state.ts'
import {
  A_BLOOD_REQUEST,
  DONOR,
  idOf,
  LONG_NAME,
  ON_THE_WAY,
  OWN_OFFERS,
  RECEIVED_OFFERS,
} from './replies.ts'

const LISTED = replying(
  listActiveBloodRequests,
  aPage([
    A_BLOOD_REQUEST,
    { ...A_BLOOD_REQUEST, id: idOf(12), patientName: 'Delwar Mia', requiredBloodGroup: 'B-' },
  ]),
)

const asDonor = (donor: Donor | null, offers: OwnOffer[] = []) => [
  LISTED,
  replying(readOwnDonor, { donor }),
  replying(listOwnOffers, aPage(offers)),
]

/** The list of requests for somebody who may offer to donate, or may not. */
const listed = (
  name: string,
  shows: PageState['shows'],
  replies: PageState['replies'],
  { action }: Pick<PageState, 'action'> = {},
) => ({ name, path: '/view-requests', replies, shows, action })

const OFFERING = [
  listed('offer', 'I can donate', asDonor(DONOR)),
  listed('offer-asked', 'Yes, I can donate', asDonor(DONOR), { action: press('I can donate') }),

  listed(
    'offer-made',
    'They are waiting for you.',
    [...asDonor(DONOR), replying(offerToDonate, ON_THE_WAY)],
    {
      action: sequence(
        press('I can donate'),
        // Without it, the list that is fetched after the offer says that there is none.
        page => stubReplies(page, [replying(listOwnOffers, aPage([ON_THE_WAY]))]),
        press('Yes, I can donate'),
      ),
    },
  ),
  listed('offer-stands', 'You offered to donate.', asDonor(DONOR, OWN_OFFERS)),
  listed('offer-not-a-donor', 'Register as Donor first', asDonor(null)),
  listed(
    'offer-too-early',
    'You can donate again from Mar 3, 2127.',
    asDonor({ ...DONOR, eligibleFrom: '2127-03-03' }),
  ),
]

const DASHBOARD = [
  replying(listReceivedOffers, aPage(RECEIVED_OFFERS)),
  replying(readOwnDonor, { donor: { ...DONOR, eligibleFrom: '2127-03-03' } }),
  replying(listOwnOffers, aPage(OWN_OFFERS)),
  replying(
    listOwnDonations,
    aPage([
      aDonation({ thankYou: 'for-a-stranger' }),
      aDonation({ id: idOf(22), recordedBy: 'admin', disputedAt: '2026-03-15T11:15:00.000Z' }),
      aDonation({ id: idOf(23), recordedBy: 'donor', donatedOn: '2025-03-14' }),
    ]),
  ),
]

const onDashboard = (name: string, shows: PageState['shows'], action?: PageState['action']) => ({
  name,
  path: '/dashboard',
  replies: DASHBOARD,
  action,
  shows,
})

export const ASKED: AlertProgress = {
  donorsAsked: 'more than 10',
  askedAt: '2026-03-14T11:30:00.000Z',
  asksAgainAt: '2026-03-14T11:40:00.000Z',
  isHeldBack: false,
  usualAnswerMinutes: 11,
  onCall: null,
  hotlineNumber: null,
  clubDonors: [],
  clubDonorsGave: 0,
}

/** Two coordinators know donors who can come. */
const CLUB_DONORS: AlertProgress = {
  ...ASKED,
  clubDonors: [
    { coordinator: 'Nadia Islam', contactNumber: '01812-345678', donors: 1 },
    { coordinator: LONG_NAME, contactNumber: '+880 1912-345678', donors: 2 },
    { coordinator: null, contactNumber: '+880 9610-000111', donors: 1 },
  ],
}

/** A request for which nobody has offered yet. */
const waiting = (name: string, progress: AlertProgress, shows: PageState['shows']) => ({
  name,
  path: '/dashboard',
  replies: [
    replying(
      listOwnBloodRequests,
      aPage([{ ...A_BLOOD_REQUEST, unitsGiven: 0, offersStanding: 0, unconfirmedSince: null }]),
    ),
    replying(listReceivedOffers, aPage([])),
    replying(readAlertProgress, progress),
    replying(listOwnOffers, aPage([])),
    replying(listOwnDonations, aPage([])),
  ],
  shows,
})

/** Offers to donate and donations, from both sides. */
export const OFFER_STATES: PageState[] = [
  ...statesOf('newcomer', [listed('offer-unverified', 'before offering to donate', [LISTED])]),
  ...statesOf('donor', [
    ...OFFERING,
    waiting('dashboard-nobody-answered', ASKED, /^We asked more than 10 donors; /),
    waiting(
      'dashboard-on-call',
      { ...ASKED, onCall: { name: LONG_NAME, contactNumber: '01812-345678' } },
      /^We asked more than 10 donors; /,
    ),
    waiting('dashboard-club-donors', CLUB_DONORS, /^1 donor of the club can come/),
    {
      ...onDashboard('dashboard-offers-and-club-donors', /^1 donor of the club can come/),
      replies: [...DASHBOARD, replying(readAlertProgress, CLUB_DONORS)],
    },
    onDashboard('dashboard-offers', 'A donor can no longer come'),
    onDashboard('offer-withdrawal-asked', "You can't come after all?", press("I can't come")),
    onDashboard('donation-asked', 'Did Mitu Das give blood?', press('Gave blood')),
    onDashboard(
      'fulfil-asked',
      'Who of these donors gave?',
      sequence(press('Mark as Fulfilled'), page =>
        page.getByRole('checkbox', { name: 'Mitu Das (O−)', exact: true }).check(),
      ),
    ),
    onDashboard(
      'donation-added',
      'Please enter the date of the donation.',
      sequence(press('Add a donation'), press('Add')),
    ),
  ]),
]
