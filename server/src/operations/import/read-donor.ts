import { ContactNumber } from '@blood-bank/contract/contact-numbers/field'
import { UNIVERSITY_ROLE_LABELS, type UniversityRole } from '@blood-bank/contract/donors/endpoints'
import { DonorForm } from '@blood-bank/contract/donors/profile'
import { checkForm, type Fault } from '@blood-bank/contract/forms'
import { type ConsentKind, KEPT_DONOR_FIELDS } from '@blood-bank/contract/kept-donors/kept-donor'
import { Email } from '@blood-bank/contract/passwords/accounts'
import { cleanEmail } from '@blood-bank/contract/typed-text/clean'
import { isDamagedBySpreadsheet } from '@blood-bank/contract/typed-text/spreadsheet-damage'
import * as z from 'zod/mini'
import { isCompleteNumber, normalizeContactNumber } from '../../features/contact-numbers/contact-number.ts'
import { readBloodGroup } from './blood-group.ts'
import { COLUMN_NAMES, COLUMNS, type Column, type Layout } from './columns.ts'
import { type DateOrder, readDonationDay } from './donation-day.ts'
import { comparableId, plainText } from './plain-text.ts'
import type { TableLine } from './read-table.ts'

type Consent = Exclude<ConsentKind, 'text'>

/** How somebody agreed, by the words for it. Nobody agrees by text message in a file. */
const CONSENT_WORDS: Record<Consent, string[]> = {
  paper: ['paper', 'on paper', 'signed'],
  said: ['said', 'spoken', 'verbal'],
}
const CONSENTS = Object.keys(CONSENT_WORDS) as Consent[]

const keptFields = {
  hallId: z.nullable(z.string()),
  keptBy: z.nullable(z.string()),
  batch: KEPT_DONOR_FIELDS.batch,
  askFor: KEPT_DONOR_FIELDS.askFor,
  consentKind: z.nullable(z.enum(CONSENTS)),
}

/** Somebody with an email address, who is asked to claim a profile; with a consent, coordinators can call them before. */
const ProfileLine = z.extend(z.omit(DonorForm, { isAvailable: true, allowContactVisibility: true }), {
  email: Email,
  ...keptFields,
})

/** Somebody without an email address, whom coordinators can call. */
const KeptLine = z.strictObject({
  ...KEPT_DONOR_FIELDS,
  contactNumber: ContactNumber,
  ...keptFields,
  email: z.null(),
  universityId: z.null(),
  universityRole: z.null(),
})

/** A donor as a line of a file describes them. */
export type ImportedDonor = z.infer<typeof ProfileLine> | z.infer<typeof KeptLine>

export type ReadingOptions = {
  order: DateOrder | null
  /** The day in the site's time zone, after which nobody can have donated. */
  today: string
  /** The country of phone numbers without a country code. */
  country: string
  /** The domains of addresses that may register; empty allows all. */
  allowedEmailDomains: string[]
  /** The ids of halls by their names in lower case. */
  halls: ReadonlyMap<string, string>
  /** Who can keep donors, by the address: those of one hall, or of all (null). */
  keepers: ReadonlyMap<string, { id: string; hallId: string | null }>
}

/** A line that can be read, with notes on what to look at, or the reasons why it cannot and whom it seems to be about. */
export type ReadDonor =
  | { donor: ImportedDonor; notes: string[] }
  | { reasons: string[]; about: { email: string | null; universityId: string | null } }

/** Reads a line. No value is guessed; all reasons why a line cannot be read are given at once. */
export function readDonor(
  { cells }: TableLine,
  { positions, width }: Layout,
  options: ReadingOptions,
): ReadDonor {
  const written = (column: Column) => (cells[positions.get(column) ?? width] ?? '').trim()
  const refuseLine = (...reasons: string[]): ReadDonor => ({
    reasons,
    about: {
      email: cleanEmail(written('email')).toLowerCase() || null,
      universityId: written('universityId') || null,
    },
  })
  if (cells.length > width)
    return refuseLine(
      'It has more values than there are columns. A value that contains the separator must be in quotation marks.',
    )
  const bloodGroup = readBloodGroup(written('bloodGroup'))
  const universityRole = readUniversityRole(written('universityRole'))
  const consentKind = readConsent(written('consentKind'))
  const hallId = options.halls.get(written('hall').toLowerCase()) ?? null
  const keeper = options.keepers.get(cleanEmail(written('keptBy')).toLowerCase())
  const donation = readDonationDay(written('lastDonationDate'), options)
  // Somebody whom coordinators call, and who cannot claim a profile.
  const isKept = positions.has('consentKind') && !written('email')
  const typed = (...columns: Column[]) => Object.fromEntries(columns.map(column => [column, written(column)]))
  const ofBoth = {
    ...typed('fullName', 'department', 'contactNumber', 'batch', 'askFor'),
    bloodGroup: bloodGroup ?? undefined,
    lastDonationDate: donation.day ?? null,
    hallId,
    keptBy: (consentKind && keeper?.id) ?? null,
    consentKind,
  }
  const checked: { values?: ImportedDonor; fault?: Fault } = isKept
    ? checkForm(KeptLine, { ...ofBoth, email: null, universityId: null, universityRole: null })
    : checkForm(ProfileLine, {
        ...ofBoth,
        ...typed('email', 'universityId'),
        universityRole: universityRole ?? undefined,
      })
  const reasons: Partial<Record<Column, string>> = { ...checked.fault?.fields }
  if (!bloodGroup) reasons.bloodGroup = bloodGroupReason(written('bloodGroup'))
  if (!isKept) {
    if (!universityRole) reasons.universityRole = roleReason(written('universityRole'))
    if (!written('email')) reasons.email = 'Email is missing.'
    else if (reasons.email) reasons.email = `“${written('email')}” is not a valid email address.`
    if (!reasons.universityId && comparableId(written('universityId')) === '')
      reasons.universityId = `University ID “${written('universityId')}” has no letters or digits.`
  }
  if (donation.fault) reasons.lastDonationDate = `Last Donation: ${donation.fault}`
  if (written('hall') && !hallId)
    reasons.hall = `There is no hall “${written('hall')}”. Admins add halls under Manage Donors.`
  else if (written('keptBy') && (!keeper || (keeper.hallId !== null && keeper.hallId !== hallId)))
    reasons.keptBy = `Kept By “${written('keptBy')}” is not the address of a coordinator of the hall in this line, or of all halls.`
  if (!consentKind && (isKept || written('consentKind')))
    reasons.consentKind = consentReason(written('consentKind'))
  if (reasons.contactNumber && written('contactNumber'))
    reasons.contactNumber += ` It is “${written('contactNumber')}”.`
  for (const column of COLUMN_NAMES) {
    const isDate = column === 'lastDonationDate'
    if (!isDamagedBySpreadsheet(written(column), { isDate })) continue
    reasons[column] =
      `${COLUMNS[column].label} “${written(column)}” was changed by the spreadsheet. Format the column as ${isDate ? 'dates' : 'text'}, enter the value again, and save the file.`
  }
  const contactNumber = normalizeContactNumber(written('contactNumber'), options.country)
  const isComplete = isCompleteNumber(contactNumber)
  // Those who agreed are called, and their numbers are compared.
  if (consentKind && !isComplete)
    reasons.contactNumber ??= `Contact Number “${written('contactNumber')}” is not a complete number, which can be called.`
  if (!checked.values || Object.keys(reasons).length > 0)
    return refuseLine(...COLUMN_NAMES.flatMap(column => reasons[column] ?? []))
  const donor = { ...checked.values, contactNumber }
  if (donor.email !== null && !isAllowed(donor.email, options.allowedEmailDomains))
    return refuseLine(
      `${donor.email} is not at an allowed domain: ${options.allowedEmailDomains.join(', ')}.`,
    )
  return {
    donor,
    notes: isComplete
      ? []
      : [`Contact Number ${contactNumber} is not a complete number; it stays as written`],
  }
}

const consentReason = (written: string) =>
  written
    ? `Consent “${written}” must be paper or said.`
    : 'Email is missing. Without one, Consent must say how they agreed to be called: paper or said.'

/** Reads how somebody agreed by a word for it; null for any other. */
function readConsent(written: string): Consent | null {
  const text = plainText(written).toLowerCase()
  return CONSENTS.find(kind => CONSENT_WORDS[kind].includes(text)) ?? null
}

const bloodGroupReason = (written: string) =>
  written
    ? `Blood Group “${written}” cannot be read in exactly one way. Ask the donor, and write for instance B+ or B-.`
    : 'Blood Group is missing.'

const roleReason = (written: string) =>
  written ? `Role “${written}” must be student, faculty or staff.` : 'Role is missing.'

const isAllowed = (email: string, domains: string[]) =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))

const ROLE_WORDS: Record<UniversityRole, string[]> = {
  student: ['student'],
  faculty: [
    'faculty',
    'faculty member',
    'teacher',
    'lecturer',
    'professor',
    'assistant professor',
    'associate professor',
  ],
  staff: ['staff', 'employee', 'officer'],
}

const ROLES = Object.keys(ROLE_WORDS) as UniversityRole[]

/** Reads a role by its label or by a word for it; null for any other. */
function readUniversityRole(written: string): UniversityRole | null {
  const text = plainText(written).toLowerCase()
  return (
    ROLES.find(
      role => ROLE_WORDS[role].includes(text) || UNIVERSITY_ROLE_LABELS[role].toLowerCase() === text,
    ) ?? null
  )
}
