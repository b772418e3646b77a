import { claimWithNewAccount, readImportedDonor } from '@blood-bank/contract/kept-donors/claims'
import type { DonorColumns } from '../features/donors/tables.ts'
import { importDonors, type ListedDonor } from '../features/kept-donors/claims/store.ts'
import { inTransaction } from '../platform/database/connection.ts'
import { aDonor, type Person } from './person.ts'
import { type startTestApp, tokenIn } from './test-app.ts'

type Bank = Pick<Awaited<ReturnType<typeof startTestApp>>, 'db' | 'mailsTo' | 'now' | 'stranger'>

let people = 0

/** A donor as a list describes them, with an address of their own; `more` overrides fields. */
export function aListedDonor(more: Partial<DonorColumns> = {}): DonorColumns {
  people += 1
  return {
    email: `listed${people}@example.edu`,
    fullName: 'Nadia Islam',
    universityId: `BBA-${people}`,
    universityRole: 'faculty',
    department: 'Marketing',
    bloodGroup: 'B-',
    contactNumber: '+8801555123456',
    lastDonationDate: '2025-04-13',
    ...more,
  }
}

/** The token in the last mail to an address. */
export const tokenSentTo = async (bank: Bank, email: string): Promise<string> =>
  tokenIn((await bank.mailsTo(email)).at(-1))

/** Imports somebody and sends the mail. @returns the address and the token of the link */
async function importListedDonor(bank: Bank, more: Partial<ListedDonor> = {}) {
  const donor: ListedDonor = { ...aListedDonor(), ...more }
  await inTransaction(bank.db, db => importDonors(db, [donor], bank.now()))
  const mail = (await bank.mailsTo(donor.email)).findLast(({ text }) => text.includes('/claim#'))
  return { donor, email: donor.email, token: tokenIn(mail) }
}

/** How a listed donor corrects the profile. */
export const CORRECTED = aDonor({ fullName: 'Nadia Rahman', bloodGroup: 'B-' })

/** Claims a corrected profile with a new account, by the link. */
export const claimAnew = (person: Person, token: string, password = 'a new password') =>
  person.call(claimWithNewAccount, { body: { ...CORRECTED, token, password } })

/** What the tests of claims do with a site, and what they find stored in it. */
export const claimsAt = (bank: Bank) => ({
  imported: (more: Partial<ListedDonor> = {}) => importListedDonor(bank, more),
  read: (token: string, person = bank.stranger()) => person.call(readImportedDonor, { body: { token } }),
  rowsOf: (email: string) =>
    bank.db.selectFrom('keptDonors').selectAll().where('email', '=', email).execute(),
  /** Whether the donor profile of somebody says that they were on the list. */
  isImported: async (email: string) => {
    const donors = bank.db.selectFrom('donors').where('email', '=', email)
    return (await donors.select('isImported').executeTakeFirst())?.isImported
  },
  accountsOf: (email: string) => bank.db.selectFrom('users').selectAll().where('email', '=', email).execute(),
})
