import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type { Role } from '@blood-bank/contract/users/endpoints'
import { dayOf, daysBefore } from './days.ts'
import { type DemoDonor, drawDonor } from './donors.ts'
import { LOGINS, type Login } from './logins.ts'
import { drawFullName, localPartOf } from './people.ts'
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
