import { importDonors, type ListedDonor } from '../features/donors/imported/store.ts'
import { type startTestApp, tokenIn } from './test-app.ts'

type Bank = Pick<Awaited<ReturnType<typeof startTestApp>>, 'db' | 'mailsTo' | 'now'>

let people = 0

/** A donor as a list describes them, with an address of their own; `more` overrides fields. */
export function aListedDonor(more: Partial<ListedDonor> = {}): ListedDonor {
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
export async function importListedDonor(bank: Bank, more: Partial<ListedDonor> = {}) {
  const donor = aListedDonor(more)
  await importDonors(bank.db, [donor], bank.now())
  return { donor, email: donor.email, token: await tokenSentTo(bank, donor.email) }
}
