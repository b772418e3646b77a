import * as z from 'zod/mini'
import { withheldFields } from '../contact-numbers/withheld.ts'
import { endpoint } from '../endpoint.ts'
import { Id, withRequired } from '../forms.ts'
import { countedPage, pageQuery } from '../listing.ts'
import { SIGN_IN_MESSAGES } from '../users/actors.ts'
import { formatCalendarDate } from './eligibility.ts'
import { BloodGroup, BloodGroupInQuery } from './fields.ts'

export const UniversityRole = z.enum(['student', 'faculty', 'staff'], 'Role is required.')
export type UniversityRole = z.infer<typeof UniversityRole>

export const UNIVERSITY_ROLE_LABELS: Record<UniversityRole, string> = {
  student: 'Student',
  faculty: 'Faculty (Teacher/Professor)',
  staff: 'Staff / Employee',
}

/** What a donor, or an imported list, says about the donor. */
export const donorFields = {
  email: z.string(),
  fullName: z.string(),
  universityId: z.string(),
  universityRole: UniversityRole,
  department: z.string(),
  bloodGroup: BloodGroup,
  contactNumber: z.string(),
  lastDonationDate: z.nullable(z.string()),
}

/** A donor profile as its owner sees it. */
export const Donor = z.object({
  id: Id,
  ...donorFields,
  isAvailable: z.boolean(),
  /** The date of the last donation of blood that is recorded and stands. */
  recordedDonationDate: z.nullable(z.string()),
  /** The same of platelets by machine. */
  recordedPlateletsDate: z.nullable(z.string()),
  /** The day before which the donor asked not to be asked; null if they did not. It can have passed. */
  restsUntil: z.nullable(z.string()),
  /** The first day on which the donor can be asked for blood again, by the intervals and `restsUntil`; null when it is today. */
  eligibleFrom: z.nullable(z.string()),
  /** The same for platelets by machine. */
  plateletsFrom: z.nullable(z.string()),
  /** The hall that the donor chose (`halls`); null without one. Members do not see it. */
  hallId: z.nullable(Id),
  allowContactVisibility: z.boolean(),
  isVerified: z.boolean(),
  /** When an admin last changed `isVerified`; null if none did, or if it was undone. */
  verificationChangedAt: z.nullable(z.iso.datetime()),
  isProfileActive: z.boolean(),
  /** The same for `isProfileActive`. */
  activationChangedAt: z.nullable(z.iso.datetime()),
  registeredAt: z.iso.datetime(),
})
export type Donor = z.infer<typeof Donor>

/** What others are told of a rest that a donor chose: that it is one, and no date; `eligibleFrom` is null. */
export const restingField = { isResting: z.optional(z.literal(true)) }

/** Shown of a donor who rests by choice. */
export const NOT_NOW = 'Not now'

/**
 * A donor as a searching member sees them: `contactNumber` is null unless its owner allowed it (spec §6). `eligibleFrom`
 * is the date from which the donor can donate again, null for a donor who can donate today, and for one who rests by choice. A
 * field that members did not see before needs a new version of the consent (`own-account/consent`).
 */
export const DonorSearchResult = z.object({
  id: Id,
  fullName: z.string(),
  universityRole: UniversityRole,
  department: z.string(),
  bloodGroup: BloodGroup,
  isVerified: z.boolean(),
  contactNumber: z.nullable(z.string()),
  ...withheldFields,
  ...restingField,
  eligibleFrom: z.nullable(z.iso.date()),
})
export type DonorSearchResult = z.infer<typeof DonorSearchResult>

/** The parts of a search, in the order in which they are listed. */
export const DONOR_PARTS = ['toCall', 'toAsk', 'later'] as const
export type DonorPart = (typeof DONOR_PARTS)[number]

/** Whether a searching member can call a donor today, can have them asked by a blood request, or must wait. */
export const partOf = ({
  eligibleFrom,
  isResting,
  contactNumber,
  isNumberWithheld,
}: DonorSearchResult): DonorPart =>
  isResting || eligibleFrom !== null
    ? 'later'
    : contactNumber !== null || isNumberWithheld
      ? 'toCall'
      : 'toAsk'

/** How many donors each part of a search has. */
const DonorCounts = z.object({ toCall: z.int(), toAsk: z.int(), later: z.int() })
export type DonorCounts = z.infer<typeof DonorCounts>

/** A page of a search; like the total, the counts are on the first page and null on those that follow. */
const DonorSearchPage = z.extend(countedPage(DonorSearchResult), {
  counts: z.nullable(DonorCounts),
  /** Until when the list is without some donors, because the reader's network has been shown many; missing if it is whole. */
  shortenedUntil: z.optional(z.iso.datetime()),
})
export type DonorSearchPage = z.infer<typeof DonorSearchPage>

/** Shown instead of a number that its owner keeps private (spec §6). */
export const CONTACT_IS_PRIVATE = 'Contact information is private.'

export const DonorSearchQuery = withRequired(
  z.strictObject({ bloodGroup: BloodGroupInQuery, ...pageQuery }),
  {
    required: ['bloodGroup'],
    missing: 'Please select a blood group to search.',
  },
)
export type DonorSearchQuery = z.infer<typeof DonorSearchQuery>

export const readOwnDonor = endpoint({
  method: 'GET',
  path: '/api/donors/mine',
  access: 'signed-in',
  signedOutMessage: SIGN_IN_MESSAGES.dashboard,
  summary: 'My donor profile; null when I have none.',
  reply: { status: 200, body: z.object({ donor: z.nullable(Donor) }) },
})

/** What people read who may not save their profile. */
export const SAVING_MESSAGES = {
  signedOutMessage: 'You must be logged in to save changes.',
  unverifiedMessage:
    'Please verify your email address before updating your profile. Check your inbox for a verification link.',
} as const

/**
 * Narrow, so that a switch does not send, and overwrite, a profile that another tab may have changed: for instance that the
 * number is private.
 */
export const setOwnAvailability = endpoint({
  method: 'PATCH',
  path: '/api/donors/mine/availability',
  access: 'email-verified',
  ...SAVING_MESSAGES,
  summary: 'Say whether I am available to donate. Nothing else in my profile changes.',
  body: z.strictObject({ isAvailable: z.boolean() }),
  reply: { status: 200, body: Donor },
  refusals: ['donor-not-found'],
})

/** Narrow for the same reason. */
export const endOwnRest = endpoint({
  method: 'DELETE',
  path: '/api/donors/mine/rest',
  access: 'email-verified',
  ...SAVING_MESSAGES,
  summary: 'Take back that I asked not to be asked before a day. Nothing else in my profile changes.',
  reply: { status: 200, body: Donor },
  refusals: ['donor-not-found'],
})

/** The message of `donation-date-too-early`. */
export const tooEarlyDonationMessage = (recordedDonationDate: string) =>
  `Last Donation Date cannot be before ${formatCalendarDate(recordedDonationDate)}, when a donation of yours was recorded.`

export const searchDonors = endpoint({
  method: 'GET',
  path: '/api/donors',
  access: 'signed-in',
  summary:
    'Available donors of one blood group with an active profile: first those who can donate today and show their number, then others who can donate today, then those who can later; in each part those who show their number before others, and among both verified ones first.',
  query: DonorSearchQuery,
  reply: { status: 200, body: DonorSearchPage },
})

export const searchCompatibleDonors = endpoint({
  method: 'GET',
  path: '/api/donors/compatible',
  access: 'signed-in',
  summary:
    'Available donors of the other blood groups that can give to a blood group: in the same parts, and in each by group in order of preference.',
  query: DonorSearchQuery,
  reply: { status: 200, body: DonorSearchPage },
})
