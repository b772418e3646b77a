import { type BloodRequest, BloodRequestSummary } from '@blood-bank/contract/blood-requests/endpoints'
import {
  type Donor,
  type DonorPart,
  type DonorSearchPage,
  type DonorSearchResult,
  partOf,
} from '@blood-bank/contract/donors/endpoints'
import type { DonorForm } from '@blood-bank/contract/donors/profile'
import type { OtherSession } from '@blood-bank/contract/sessions/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'

const RIMA = '0192f0c1-0000-7000-8000-000000000001'
const RECORD = '0192f0c1-0000-7000-8000-0000000000aa'

/** A member with a verified address. */
export const aUser = (overrides: Partial<User> = {}): User => ({
  id: RIMA,
  email: 'rima@campus.edu',
  role: 'user',
  emailVerified: true,
  createdAt: '2026-01-05T08:00:00.000Z',
  ...overrides,
})

/** The form with which `aUser()` registers as a donor. */
export const aDonorForm = (overrides: Partial<DonorForm> = {}): DonorForm => ({
  fullName: 'Rima Akter',
  universityId: 'CSE-2021-042',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'O+',
  contactNumber: '01712 345678',
  isAvailable: true,
  lastDonationDate: null,
  allowContactVisibility: false,
  ...overrides,
})

/** The donor profile of `aUser()`. */
export const aDonor = (overrides: Partial<Donor> = {}): Donor => ({
  ...aDonorForm(),
  id: RECORD,
  email: 'rima@campus.edu',
  recordedDonationDate: null,
  recordedPlateletsDate: null,
  restsUntil: null,
  eligibleFrom: null,
  plateletsFrom: null,
  isVerified: false,
  verificationChangedAt: null,
  isProfileActive: true,
  activationChangedAt: null,
  registeredAt: '2026-02-01T09:30:00.000Z',
  ...overrides,
})

/** A donor in search results, with a private number. */
export const aDonorSearchResult = (overrides: Partial<DonorSearchResult> = {}): DonorSearchResult => ({
  id: RECORD,
  fullName: 'Rima Akter',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'O+',
  isVerified: false,
  contactNumber: null,
  eligibleFrom: null,
  ...overrides,
})

/** A session of `aUser()` in another browser. */
export const anOtherSession = (overrides: Partial<OtherSession> = {}): OtherSession => ({
  id: RECORD,
  startedAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: '2026-11-21T08:00:00.000Z',
  endsAt: '2026-12-20T08:00:00.000Z',
  ...overrides,
})

/** An active request that `aUser()` posted. */
export const aBloodRequest = (overrides: Partial<BloodRequest> = {}): BloodRequest => ({
  id: RECORD,
  userId: RIMA,
  patientName: 'Karim Uddin',
  requiredBloodGroup: 'AB-',
  component: 'blood',
  takesOtherGroups: false,
  unitsRequired: 2,
  hospitalName: 'City Hospital',
  hospitalLocation: null,
  contactPerson: 'Rima Akter',
  contactNumber: '01712 345678',
  urgency: 'urgent',
  neededBy: null,
  additionalInfo: null,
  status: 'active',
  requestedAt: '2026-03-01T09:05:00.000Z',
  unitsGiven: 0,
  offersStanding: 0,
  confirmedAt: '2026-03-01T09:05:00.000Z',
  unconfirmedSince: null,
  hiddenAt: null,
  closedAt: null,
  closedByAdminAt: null,
  closingReason: null,
  ...overrides,
})

/** The request of the link in an email: `aBloodRequest()` without what the holder of the link must not see. */
export const aBloodRequestSummary = (overrides: Partial<BloodRequestSummary> = {}): BloodRequestSummary => ({
  ...BloodRequestSummary.parse(aBloodRequest()),
  ...overrides,
})

/** The same of a donor search, with the counts of its parts. */
export const aSearchPage = (
  donors: DonorSearchResult[],
  { counts, ...part }: Partial<Pick<DonorSearchPage, 'next' | 'total' | 'counts' | 'shortenedUntil'>> = {},
) => {
  const count = (part: DonorPart) => donors.filter(donor => partOf(donor) === part).length
  const loaded = { toCall: count('toCall'), toAsk: count('toAsk'), later: count('later') }
  return { ...aPage(donors, part), counts: counts === undefined ? loaded : counts }
}

/** A page of a list: the whole list or, with `{ next: 'place', total: 2 }`, a part of one. */
export const aPage = <T>(records: T[], part: { next?: string | null; total?: number | null } = {}) => ({
  records,
  next: null,
  total: records.length,
  ...part,
})
