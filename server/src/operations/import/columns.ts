import type { DonorForm } from '@blood-bank/contract/donors/profile'
import { plainText } from './plain-text.ts'

/** What is read of a donor. Whether their number is visible is theirs to decide, and no column says it. */
export type Column =
  | 'email'
  | Exclude<keyof DonorForm, 'isAvailable' | 'allowContactVisibility'>
  | 'hall'
  | 'batch'
  | 'askFor'
  | 'keptBy'
  | 'consentKind'

/** `ofProfiles`: only lines with an email have it, and a file with a column Consent can be without. */
type ColumnRules = { label: string; headings: string[]; isOptional?: true; ofProfiles?: true }

/** The headings of each column, without spaces and punctuation; the first is the label's. */
export const COLUMNS: Record<Column, ColumnRules> = {
  email: { label: 'Email', headings: ['email', 'mail', 'emailaddress', 'emailid'], ofProfiles: true },
  fullName: { label: 'Full Name', headings: ['fullname', 'name', 'donorname', 'donor', 'studentname'] },
  universityId: {
    label: 'University ID',
    headings: [
      'universityid',
      'id',
      'idno',
      'idnumber',
      'studentid',
      'employeeid',
      'roll',
      'rollno',
      'rollnumber',
    ],
    ofProfiles: true,
  },
  universityRole: {
    label: 'Role',
    headings: ['role', 'universityrole', 'occupation', 'designation'],
    ofProfiles: true,
  },
  department: {
    label: 'Department',
    headings: ['department', 'dept', 'departmentname'],
    ofProfiles: true,
  },
  bloodGroup: { label: 'Blood Group', headings: ['bloodgroup', 'bloodtype', 'group', 'blood', 'bg'] },
  contactNumber: {
    label: 'Contact Number',
    headings: [
      'contactnumber',
      'contact',
      'contactno',
      'phone',
      'phonenumber',
      'phoneno',
      'telephone',
      'mobile',
      'mobilenumber',
      'mobileno',
      'cell',
      'cellphone',
      'cellnumber',
      'cellno',
    ],
  },
  lastDonationDate: {
    label: 'Last Donation',
    headings: [
      'lastdonation',
      'lastdonationdate',
      'lastdonated',
      'lastdonatedon',
      'lastdonateddate',
      'dateoflastdonation',
      'lastblooddonation',
      'lastblooddonationdate',
    ],
    isOptional: true,
  },
  hall: { label: 'Hall', headings: ['hall', 'hallname', 'hallofresidence', 'residence'], isOptional: true },
  batch: { label: 'Batch', headings: ['batch', 'year', 'intake', 'session'], isOptional: true },
  askFor: { label: 'Ask For', headings: ['askfor', 'phoneof', 'whosephone'], isOptional: true },
  keptBy: {
    label: 'Kept By',
    headings: ['keptby', 'keeper', 'coordinator', 'volunteer', 'lookedafterby'],
    isOptional: true,
  },
  consentKind: { label: 'Consent', headings: ['consent', 'agreed', 'howtheyagreed'], isOptional: true },
}

/** The order in which what is wrong with a line is said. */
export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[]

/** Where each column is, how many there are with those that are not read, and the headings of the latter. */
export type Layout = { positions: Map<Column, number>; width: number; ignored: string[] }

/** What is in brackets explains: "Last Donation (DD/MM/YYYY)". */
const columnOf = (heading: string): Column | undefined => {
  const letters = plainText(heading)
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return COLUMN_NAMES.find(column => COLUMNS[column].headings.includes(letters))
}

/** How many headings are known, by which the separator of a file is found. */
export const countKnownHeadings = (headings: string[]): number => headings.filter(columnOf).length

/**
 * Finds the columns of a file by their headings, in any order.
 * @throws if a required column is missing, or if two are the same
 */
export function findColumns(headings: string[]): Layout {
  const positions = new Map<Column, number>()
  for (const [position, heading] of headings.entries()) {
    const column = columnOf(heading)
    if (!column) continue
    const earlier = positions.get(column)
    if (earlier !== undefined)
      throw new Error(
        `The columns “${headings[earlier]?.trim()}” and “${heading.trim()}” both mean ${COLUMNS[column].label}. Rename the one that should not be read.`,
      )
    positions.set(column, position)
  }
  const hasConsent = positions.has('consentKind')
  const missing = COLUMN_NAMES.filter(column => {
    const { isOptional, ofProfiles } = COLUMNS[column]
    return !isOptional && !(ofProfiles && hasConsent) && !positions.has(column)
  })
  if (missing.length > 0)
    throw new Error(
      `The first line must name the columns. Missing: ${missing.map(column => COLUMNS[column].label).join(', ')}.`,
    )
  const ignored = headings
    .filter(heading => heading.trim() && !columnOf(heading))
    .map(heading => heading.trim())
  return { positions, width: headings.length, ignored }
}
