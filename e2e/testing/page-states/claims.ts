import { press, sequence, type } from './actions.ts'
import type { PageState } from './page-state.ts'

const LISTED = {
  email: 'nadia@example.edu',
  fullName: 'Nadia Islam',
  universityId: 'BBA-2019-033',
  universityRole: 'faculty',
  department: 'Marketing',
  bloodGroup: 'B-',
  contactNumber: '01555-123456',
  lastDonationDate: '2025-04-13',
  importedAt: '2026-03-02T09:05:00.000Z',
  expiresAt: '2026-04-01T09:05:00.000Z',
  password: 'new',
}

const path = `/claim#token=${'a'.repeat(43)}`
const LOOKUP = '**/api/claims/lookups'
const LONG_ADDRESS = `${'somebody.with.a.long.name.'.repeat(4)}@students.example.edu`

const refusal = (status: number, code: string, message: string) => ({ status, error: { code, message } })

/** The page to which the mail to imported donors leads. */
export const CLAIM_STATES: PageState[] = [
  { name: 'claim', as: 'visitor', path, calls: { [LOOKUP]: LISTED }, shows: 'No, erase this' },
  {
    name: 'claim-with-account',
    as: 'visitor',
    path,
    calls: { [LOOKUP]: { ...LISTED, password: 'current', email: LONG_ADDRESS } },
    shows: 'has an account already',
  },
  {
    name: 'claim-as-somebody-else',
    as: 'donor',
    path,
    calls: { [LOOKUP]: LISTED },
    shows: 'You are signed in as donor@example.edu now.',
  },
  {
    name: 'claim-signed-in',
    as: 'newcomer',
    path,
    calls: { [LOOKUP]: { ...LISTED, password: 'none', email: 'newcomer@example.edu' } },
    shows: 'The profile becomes a part of your account',
  },
  {
    name: 'claim-faults',
    as: 'visitor',
    path,
    calls: { [LOOKUP]: LISTED },
    action: sequence(type({ 'Full Name': '' }), press('Yes, register me as a donor')),
    shows: 'Please fill in all required fields',
  },
  {
    name: 'claim-erasing',
    as: 'visitor',
    path,
    calls: { [LOOKUP]: LISTED },
    action: press('No, erase this'),
    shows: 'Erase what the list says about you?',
  },
  {
    name: 'claim-erased',
    as: 'visitor',
    path,
    calls: {
      [LOOKUP]: LISTED,
      '**/api/claims/erasures': {
        message:
          'The entry is erased, and no member has seen it. Another import of the list will leave you out.',
      },
    },
    action: sequence(press('No, erase this'), press('Erase it')),
    shows: 'The entry is erased,',
  },
  {
    name: 'claim-dead-link',
    as: 'visitor',
    path,
    calls: {
      [LOOKUP]: refusal(
        400,
        'claim-link-not-valid',
        'This link is not valid any more: the entry was registered or erased, or nobody claimed it in time.',
      ),
    },
    shows: "This link can't be used any more",
    expectedErrors: [/^400 POST \/api\/claims\/lookups$/],
  },
  { name: 'claim-cut-off', as: 'visitor', path: '/claim', shows: 'The link is incomplete.' },
]
