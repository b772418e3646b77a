import { UNIVERSITY_ROLE_LABELS, type UniversityRole } from '@blood-bank/contract/donors/endpoints'
import { DonorForm } from '@blood-bank/contract/donors/profile'
import { checkForm } from '@blood-bank/contract/forms'
import { Email } from '@blood-bank/contract/passwords/accounts'
import { cleanEmail } from '@blood-bank/contract/typed-text/clean'
import { isDamagedBySpreadsheet } from '@blood-bank/contract/typed-text/spreadsheet-damage'
import * as z from 'zod/mini'
import { normalizeContactNumber } from '../../features/contact-numbers/contact-number.ts'
import { readBloodGroup } from './blood-group.ts'
import { COLUMN_NAMES, COLUMNS, type Column, type Layout } from './columns.ts'
import { type DateOrder, readDonationDay } from './donation-day.ts'
import { comparableId, plainText } from './plain-text.ts'
import type { TableLine } from './read-table.ts'

/** A donor as a line of a file describes them. Whether they can be asked and called is for them to say. */
const ImportedDonor = z.extend(z.omit(DonorForm, { isAvailable: true, allowContactVisibility: true }), {
  email: Email,
})
export type ImportedDonor = z.infer<typeof ImportedDonor>

export type ReadingOptions = {
  order: DateOrder | null
  /** The day in the site's time zone, after which nobody can have donated. */
  today: string
  /** The country of phone numbers without a country code. */
  country: string
  /** The domains of addresses that may register; empty allows all. */
  allowedEmailDomains: string[]
}

/** A line that can be read, with notes on what to look at, or the reasons why it cannot and whom it seems to be about. */
export type ReadDonor =
  | { donor: ImportedDonor; notes: string[] }
  | { reasons: string[]; about: Pick<ImportedDonor, 'email' | 'universityId'> }

/** Reads a line. No value is guessed; all reasons why a line cannot be read are given at once. */
export function readDonor(
  { cells }: TableLine,
  { positions, width }: Layout,
  options: ReadingOptions,
): ReadDonor {
  const written = (column: Column) => (cells[positions.get(column) ?? width] ?? '').trim()
  const refuseLine = (...reasons: string[]): ReadDonor => ({
    reasons,
    about: { email: cleanEmail(written('email')).toLowerCase(), universityId: written('universityId') },
  })
  if (cells.length > width)
    return refuseLine(
      'It has more values than there are columns. A value that contains the separator must be in quotation marks.',
    )
  const bloodGroup = readBloodGroup(written('bloodGroup'))
  const universityRole = readUniversityRole(written('universityRole'))
  const donation = readDonationDay(written('lastDonationDate'), options)
  const checked = checkForm(ImportedDonor, {
    ...Object.fromEntries(COLUMN_NAMES.map(column => [column, written(column)])),
    bloodGroup: bloodGroup ?? undefined,
    universityRole: universityRole ?? undefined,
    lastDonationDate: donation.day ?? null,
  })
  const reasons: Partial<Record<Column, string>> = { ...checked.fault?.fields }
  if (!bloodGroup) reasons.bloodGroup = bloodGroupReason(written('bloodGroup'))
  if (!universityRole) reasons.universityRole = roleReason(written('universityRole'))
  if (!written('email')) reasons.email = 'Email is missing.'
  else if (reasons.email) reasons.email = `“${written('email')}” is not a valid email address.`
  if (!reasons.universityId && comparableId(written('universityId')) === '')
    reasons.universityId = `University ID “${written('universityId')}” has no letters or digits.`
  if (donation.fault) reasons.lastDonationDate = `Last Donation: ${donation.fault}`
  if (reasons.contactNumber && written('contactNumber'))
    reasons.contactNumber += ` It is “${written('contactNumber')}”.`
  for (const column of COLUMN_NAMES) {
    const isDate = column === 'lastDonationDate'
    if (!isDamagedBySpreadsheet(written(column), { isDate })) continue
    reasons[column] =
      `${COLUMNS[column].label} “${written(column)}” was changed by the spreadsheet. Format the column as ${isDate ? 'dates' : 'text'}, enter the value again, and save the file.`
  }
  if (!checked.values || Object.keys(reasons).length > 0)
    return refuseLine(...COLUMN_NAMES.flatMap(column => reasons[column] ?? []))
  const contactNumber = normalizeContactNumber(checked.values.contactNumber, options.country)
  const donor = { ...checked.values, contactNumber }
  if (!isAllowed(donor.email, options.allowedEmailDomains))
    return refuseLine(
      `${donor.email} is not at an allowed domain: ${options.allowedEmailDomains.join(', ')}.`,
    )
  const isComplete = contactNumber.startsWith('+')
  return {
    donor,
    notes: isComplete
      ? []
      : [`Contact Number ${contactNumber} is not a complete number; it stays as written`],
  }
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
