import type { UniversityRole } from '@blood-bank/contract/donors/endpoints'
import type { DonorForm } from '@blood-bank/contract/donors/profile'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type { Role } from '@blood-bank/contract/users/endpoints'
import { dayOf, daysBefore } from './days.ts'
import { LOGINS, type Login } from './logins.ts'
import { drawBloodGroup, drawContactNumber, drawFullName, localPartOf } from './people.ts'
import type { Random } from './random.ts'

/** A member; `donor` was registered together with the account, and is null for those who do not give. */
export type DemoMember = {
  id: string
  email: string
  role: Role
  emailVerified: boolean
  createdAt: Date
  /** The version of the consent. */
  agreedTo: string
  donor: DemoDonor | null
}

/** Whoever agreed to this text is asked at the next visit. */
const OLDER_CONSENT = '2026-11-1'
const OPENED_DAYS_AGO = 540
const VERIFIED_WITHOUT_PROFILE = 0.8

type DrawOptions = { nth: number; now: Date }

/** The members whose passwords are printed. */
export function loginMembers(random: Random, now: Date): DemoMember[] {
  const memberOf = ({ email, role, emailVerified }: Login, daysAgo: number) => ({
    id: random.uuid(),
    email,
    role,
    emailVerified,
    createdAt: daysBefore(now, daysAgo),
    agreedTo: CONSENT.version,
    donor: null,
  })
  const donor = drawDonor(random, { nth: 0, now })
  const volunteer = drawDonor(random, { nth: 1, now })
  const mayOffer = { isAvailable: true, lastDonationDate: null, allowContactVisibility: false }
  return [
    memberOf(LOGINS.admin, OPENED_DAYS_AGO),
    {
      ...memberOf(LOGINS.donor, OPENED_DAYS_AGO / 2),
      donor: {
        ...donor,
        form: { ...donor.form, isAvailable: true, lastDonationDate: dayOf(daysBefore(now, 60)) },
        isProfileActive: true,
      },
    },
    {
      ...memberOf(LOGINS.volunteer, OPENED_DAYS_AGO / 3),
      agreedTo: OLDER_CONSENT,
      donor: { ...volunteer, form: { ...volunteer.form, ...mayOffer }, isProfileActive: true },
    },
    memberOf(LOGINS.newcomer, 0.1),
  ]
}

/** A member who gives blood. @param asked.nth counts the members, and makes each address the only one */
export function drawDonorMember(random: Random, { nth, now }: DrawOptions): DemoMember {
  const donor = drawDonor(random, { nth, now })
  return { ...drawMember(random, { nth, now, fullName: donor.form.fullName }), donor }
}

/** A member who has an account and nothing else. */
export function drawMemberWithoutProfile(random: Random, { nth, now }: DrawOptions): DemoMember {
  const member = drawMember(random, { nth, now, fullName: drawFullName(random) })
  return { ...member, emailVerified: random.chance(VERIFIED_WITHOUT_PROFILE) }
}

const drawMember = (
  random: Random,
  { nth, now, fullName }: DrawOptions & { fullName: string },
): DemoMember => ({
  id: random.uuid(),
  email: `${localPartOf(fullName)}${nth}@example.edu`,
  role: 'user',
  emailVerified: true,
  createdAt: daysBefore(now, 1 + random.share() * (OPENED_DAYS_AGO - 1)),
  agreedTo: nth % 10 === 9 ? OLDER_CONSENT : CONSENT.version,
  donor: null,
})

/** A donor profile: the form of its owner, and the flags that admins set. */
type DemoDonor = { form: DonorForm; isVerified: boolean; isProfileActive: boolean }

const ROLES: Record<UniversityRole, number> = { student: 0.82, faculty: 0.1, staff: 0.08 }

const DEPARTMENTS = [
  { code: 'CSE', name: 'Computer Science and Engineering' },
  { code: 'EEE', name: 'Electrical and Electronic Engineering' },
  { code: 'CE', name: 'Civil Engineering' },
  { code: 'BBA', name: 'Business Administration' },
  { code: 'ECO', name: 'Economics' },
  { code: 'ENG', name: 'English' },
  { code: 'LAW', name: 'Law' },
  { code: 'PHR', name: 'Pharmacy' },
  { code: 'GEB', name: 'Genetic Engineering and Biotechnology' },
  { code: 'MAT', name: 'Mathematics' },
]

const OFFICES = ["Registrar's Office", 'Central Library', 'Accounts Office', 'Transport Office']

const HAS_DONATED = 0.65
const DONATED_WITHIN_DAYS = 730
/** Donors rest for about this long after a donation. */
const REST_DAYS = 120

/** @param nth counts the donors of a campus from 0 */
export function drawDonor(random: Random, { nth, now }: { nth: number; now: Date }): DemoDonor {
  const daysSince = random.chance(HAS_DONATED) ? random.whole(1, DONATED_WITHIN_DAYS) : null
  const isResting = daysSince !== null && daysSince < REST_DAYS
  return {
    form: {
      fullName: drawFullName(random),
      ...drawUniversityRole(random, { nth, year: now.getUTCFullYear() }),
      bloodGroup: drawBloodGroup(random, nth),
      contactNumber: drawContactNumber(random),
      isAvailable: random.chance(isResting ? 0.2 : 0.9),
      lastDonationDate: daysSince === null ? null : dayOf(daysBefore(now, daysSince)),
      allowContactVisibility: random.chance(0.6),
    },
    isVerified: random.chance(0.7),
    isProfileActive: random.chance(0.95),
  }
}

/** A role and department at the university, with a matching id. */
function drawUniversityRole(random: Random, { nth, year }: { nth: number; year: number }) {
  const universityRole = random.weighted(ROLES)
  const { code, name } = random.pick(DEPARTMENTS)
  const number = String(nth + 1).padStart(4, '0')
  switch (universityRole) {
    case 'student':
      return {
        universityRole,
        department: name,
        universityId: `${code}-${year - random.whole(0, 4)}-${number}`,
      }
    case 'faculty':
      return { universityRole, department: name, universityId: `${code}-F-${number}` }
    case 'staff':
      return { universityRole, department: random.pick(OFFICES), universityId: `STAFF-${number}` }
  }
}
