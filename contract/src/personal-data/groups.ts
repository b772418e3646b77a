import {
  PERSONAL_DATA_OF_DONORS,
  PERSONAL_DATA_OF_IMPORTED_DONORS,
  PERSONAL_DATA_OF_KEPT_DONORS,
} from './donors.ts'
import { claim, type PersonalData } from './kinds.ts'
import { PERSONAL_DATA_OF_MEMBERS } from './members.ts'
import { RETENTION } from './retention.ts'

/** What is stored about whoever posts a blood request in addition. */
const PERSONAL_DATA_OF_REQUESTERS: readonly PersonalData[] = [
  {
    name: 'Blood requests',
    tables: {
      blood_requests: claim('bloodRequests'),
      share_pages: claim('sharePages'),
      alert_waves: claim(null),
      confirmation_links: claim(null, 'anonymized'),
    },
    contents:
      'Patient, blood group, what is needed, units, hospital, contact person and number, what you added, when donors were asked, the address of its public page, and how you thanked the donors.',
    purpose: 'So that donors can help.',
    readers:
      'Members while it is active, you and the admins always. Alerts, and a public page if you make one, name no patient and no number. The donors who gave read your thank-you, without your name. A public page says how many people helped.',
    storedFor: () =>
      `Until you delete it or erase your account. Links: ${RETENTION.confirmationLinkDays} days, longer while it is active.`,
    leftOut: 'the links, and when donors were asked',
    remains: 'Links stay for their time, and lead nowhere.',
  },
  {
    name: 'Requests that an admin deleted',
    tables: { request_deletions: claim('requestsDeletedByAdmins') },
    contents:
      'The blood group, what was needed, when you posted it, when it was deleted, and why. No names and no hospital.',
    purpose: 'So that you know what became of it.',
    readers: 'Only you.',
    storedFor: () => `Until you dismiss it on your dashboard; at most ${RETENTION.requestDeletionDays} days.`,
  },
]

/** Everything that is stored about people, by the group of people whom it is about. */
export const PERSONAL_DATA: Readonly<Record<string, readonly PersonalData[]>> = {
  'Everybody with an account': PERSONAL_DATA_OF_MEMBERS,
  'If you are a donor': PERSONAL_DATA_OF_DONORS,
  'If you post a blood request': PERSONAL_DATA_OF_REQUESTERS,
  'If the club keeps your number without an account': PERSONAL_DATA_OF_KEPT_DONORS,
  'If we emailed you because you are on a list of donors': PERSONAL_DATA_OF_IMPORTED_DONORS,
}
