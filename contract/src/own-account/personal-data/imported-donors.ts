import { RETENTION } from '../retention.ts'
import { claim, type PersonalData } from './kinds.ts'

/** What is stored about people on a list that an operator imported, before they have an account. */
export const PERSONAL_DATA_OF_IMPORTED_DONORS: readonly PersonalData[] = [
  {
    name: 'Your entry in the list',
    tables: { imported_donors: claim('importedDonor'), declined_imports: claim(null, 'anonymized') },
    contents:
      'What the list says: email address, name, University ID, role, department, blood group, phone number and last donation.',
    purpose: 'So that you can become a donor without entering everything again.',
    readers: 'Whoever opens the link in that email. Admins see how many entries there are, and none of them.',
    storedFor: () =>
      `Until you register as a donor with it or erase it; at most ${RETENTION.importedDonorDays} days.`,
    leftOut: 'that you erased it',
    remains: `That you erased it stays for ${RETENTION.declinedImportDays} days, under a hash, so that we don't email you again.`,
  },
]
