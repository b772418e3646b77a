import type { AskedAlert } from '@blood-bank/contract/alerts/answers'
import type { BloodRequestRecord } from '@blood-bank/contract/blood-requests/administration'
import { type BloodRequest, BloodRequestSummary } from '@blood-bank/contract/blood-requests/endpoints'
import type { DonorRecord } from '@blood-bank/contract/donors/administration'
import {
  type Donor,
  type DonorPart,
  type DonorSearchPage,
  type DonorSearchResult,
  partOf,
} from '@blood-bank/contract/donors/endpoints'
import type { DonorForm } from '@blood-bank/contract/donors/profile'
import type { DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import type { OwnDonation } from '@blood-bank/contract/offers/donations'
import type { OwnOffer, ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import type { ReportCase, ReportRecord } from '@blood-bank/contract/reports/cases'
import type { OtherSession } from '@blood-bank/contract/sessions/endpoints'
import type { UserRecord } from '@blood-bank/contract/users/administration'
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
  hallId: null,
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

/** A user as admins see them, not suspended. */
export const aUserRecord = (overrides: Partial<UserRecord> = {}): UserRecord => ({
  ...aUser(),
  suspension: null,
  coordinator: null,
  isSecondAccount: false,
  ...overrides,
})

/** The signed-in admin. */
export const anAdmin = () =>
  aUserRecord({ id: '0192f0c1-0000-7000-8000-0000000000ad', email: 'head@campus.edu', role: 'admin' })

/** A donor as admins see them, with a private number. */
export const aDonorRecord = (overrides: Partial<DonorRecord> = {}): DonorRecord => ({
  ...aDonor(),
  userId: aUser().id,
  contactNumber: null,
  ...overrides,
})

/** A request as admins see it. */
export const aBloodRequestRecord = (overrides: Partial<BloodRequestRecord> = {}): BloodRequestRecord => ({
  ...aBloodRequest(),
  contactNumber: '01712 345678',
  userEmail: aUser().email,
  heldBackAt: null,
  foundRealAt: null,
  ...overrides,
})

/** A different id for each number. */
export const idOf = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A standing offer of `aUser()` for the request of another member. */
export const anOwnOffer = (overrides: Partial<OwnOffer> = {}): OwnOffer => ({
  id: '0192f0c1-0000-7000-8000-0000000000b1',
  status: 'offered',
  offeredAt: '2026-03-02T09:05:00.000Z',
  settledAt: null,
  requiredBloodGroup: 'O+',
  component: 'blood',
  bloodRequest: {
    id: '0192f0c1-0000-7000-8000-0000000000ab',
    status: 'active',
    unitsRequired: 2,
    urgency: 'urgent',
    hospitalName: 'City Hospital',
    hospitalLocation: null,
  },
  contact: { patientName: 'Fatema Begum', contactPerson: 'Tasnim Khatun', contactNumber: '01812-345678' },
  onTheWay: null,
  ...overrides,
})

/** A standing offer for the request of `aUser()`. */
export const aReceivedOffer = (overrides: Partial<ReceivedOffer> = {}): ReceivedOffer => ({
  id: '0192f0c1-0000-7000-8000-0000000000c1',
  status: 'offered',
  offeredAt: '2026-03-02T09:05:00.000Z',
  settledAt: null,
  donor: { fullName: 'Mitu Das', bloodGroup: 'AB-', contactNumber: '01912-345678' },
  onTheWay: null,
  donation: null,
  ...overrides,
})

/** A donation of `aUser()` that the owner of a blood request recorded. */
export const aDonation = (overrides: Partial<OwnDonation> = {}): OwnDonation => ({
  id: '0192f0c1-0000-7000-8000-0000000000d1',
  component: 'blood',
  donatedOn: '2026-03-03',
  recordedBy: 'requester',
  recordedAt: '2026-03-03T12:00:00.000Z',
  disputedAt: null,
  thankYou: null,
  ...overrides,
})

/** What the link of an alert without an answer shows in a browser that is not known. */
export const askedAlert = (more: Partial<AskedAlert> = {}): AskedAlert => ({
  ...aBloodRequestSummary({ requiredBloodGroup: 'O+', hospitalLocation: 'Ward 12', unitsGiven: 1 }),
  answer: null,
  hasWithdrawn: false,
  cannotOffer: null,
  needsDigits: true,
  needsUniversityId: false,
  ownOffer: null,
  ...more,
})

/** After a yes, for a browser that is known or has proved to be the donor's. */
export function acceptedAlert(more: Partial<AskedAlert> = {}, offer: Partial<OwnOffer> = {}): AskedAlert {
  const own = anOwnOffer(offer)
  const bloodRequest = own.bloodRequest && { ...own.bloodRequest, hospitalLocation: 'Ward 12, Dhanmondi' }
  return askedAlert({ answer: 'yes', ownOffer: { ...own, bloodRequest, donorName: 'Rima Akter' }, ...more })
}

const { id, status, patientName, hospitalName, additionalInfo, requiredBloodGroup } = aBloodRequest()

/** A case of three reports that hide a request. */
export const aReportCase = (overrides: Partial<ReportCase> = {}): ReportCase => ({
  id: idOf(60),
  subject: 'blood-request',
  openedAt: '2026-03-02T09:00:00.000Z',
  reports: 3,
  kinds: [
    { kind: 'not-real', reports: 2 },
    { kind: 'asked-for-money', reports: 1 },
  ],
  latestText: 'The hospital does not know the patient.',
  requiredBloodGroup,
  component: 'blood',
  bloodRequest: {
    id,
    status,
    patientName,
    hospitalName,
    additionalInfo,
    hiddenAt: '2026-03-02T12:00:00.000Z',
    isMarked: false,
  },
  person: { id: aUser().id, email: 'owner@campus.edu', isSuspended: false, isPostingStopped: true },
  decision: null,
  ...overrides,
})

/** A report of that case. */
export const aReport = (overrides: Partial<ReportRecord> = {}): ReportRecord => ({
  id: idOf(61),
  kind: 'not-real',
  text: 'The hospital does not know the patient.',
  reportedAt: '2026-03-02T12:00:00.000Z',
  dismissedAt: null,
  countsByItself: true,
  reporter: { id: idOf(62), email: 'reporter@campus.edu', dismissed: 2 },
  ...overrides,
})

/** A donor without an account, to be called by coordinators, whom nobody has called. */
export const aDonorToCall = (overrides: Partial<DonorToCall> = {}): DonorToCall => ({
  id: idOf(70),
  kind: 'kept',
  fullName: 'Rahim Uddin',
  bloodGroup: 'AB-',
  hallId: null,
  batch: null,
  department: null,
  keptBy: 'Nadia Islam',
  askFor: null,
  mayHaveRegistered: false,
  lastCall: null,
  coming: null,
  ...overrides,
})
