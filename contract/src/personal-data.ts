import { CONTACT_AFTER_DONATION_HOURS } from './offers.ts'
import type { AccountExport } from './own-account.ts'
import { RETENTION, type SiteRetention } from './retention.ts'

/** What holds for the rows of one table that are about a person. Tests compare it with the database. */
export type TableClaim = {
  /** The field of one's own data that has the rows; null when they are left out. */
  export: keyof AccountExport | null
  /** What happens to the rows when the person erases the account: they go, or they stay without the person. */
  erasure: 'deleted' | 'anonymized'
}

/** One kind of personal data, in the words of the privacy page. */
export type PersonalData = {
  name: string
  tables: Readonly<Record<string, TableClaim>>
  contents: string
  purpose: string
  /** Who sees it, and when. */
  readers: string
  storedFor: (site: SiteRetention) => string
  /** What of it is not in one's own data, if one of the tables is not. */
  leftOut?: string
  /** What remains after an erasure, if something does. */
  remains?: string
}

const claim = (field: TableClaim['export'], erasure: TableClaim['erasure'] = 'deleted'): TableClaim => ({
  export: field,
  erasure,
})

const UNTIL_ERASED = 'Until you erase your account.'

const OF_MEMBERS: PersonalData[] = [
  {
    name: 'Account',
    tables: { users: claim('account'), credentials: claim(null), consents: claim('consents') },
    contents:
      'Your email address, your role, when you registered, and which consent text you agreed to. Your password only as a hash, which nobody can turn back.',
    purpose: 'To sign you in and to email you.',
    readers: 'You and the admins. Nobody sees the password.',
    storedFor: site => `${UNTIL_ERASED} ${site.unverifiedAccounts}`,
    leftOut: 'the password',
  },
  {
    name: 'Sign-ins',
    tables: { sessions: claim('sessions'), mail_links: claim(null) },
    contents:
      'When, with which browser and from which IP address you signed in. Links that we emailed to you.',
    purpose: 'So that you stay signed in, and can end sessions that are not yours.',
    readers: 'Only you.',
    storedFor: site =>
      `Until you sign out; at most ${site.sessions}. Links: at most ${RETENTION.mailLinkHours} hours.`,
    leftOut: 'the links',
  },
  {
    name: 'Passkeys',
    tables: { passkeys: claim('passkeys') },
    contents:
      'If you add a passkey: the name you gave it, when you added and last used it, and a key that only checks it.',
    purpose: 'To sign you in without a password.',
    readers: 'Only you.',
    storedFor: () => 'Until you remove it or erase your account.',
  },
  {
    name: 'Emails and notifications to you',
    tables: { 'graphile_worker._private_jobs': claim(null), caught_mails: claim(null) },
    contents: 'Your address or device, and which message it gets.',
    purpose: 'So that no message is lost when the mail server is down.',
    readers: 'Nobody. Admins see how many could not be delivered.',
    storedFor: () =>
      `Until it is sent. Undeliverable emails: until you erase your account. Undeliverable notifications: ${RETENTION.deadPushHours} hours.`,
    leftOut: 'messages that wait to be sent',
  },
  {
    name: 'Counts for limits',
    tables: {
      attempt_limits: claim(null),
      numbers_sent: claim('phoneNumbersSeen'),
      number_warnings: claim('phoneNumberWarning'),
      deleted_posts: claim('deletedBloodRequests'),
    },
    contents:
      'How many passwords were tried, emails sent, phone numbers seen, and requests deleted soon after posting.',
    purpose: 'To stop people who guess passwords or collect phone numbers.',
    readers: 'You. Admins are warned about accounts that see unusually many phone numbers.',
    storedFor: () => `At most ${RETENTION.numbersSeenHours} hours.`,
    leftOut: 'attempts at passwords and emails',
    remains: 'How many emails your address was sent stays for up to a day, as a hash.',
  },
  {
    name: 'Suspension',
    tables: { suspensions: claim('suspension') },
    contents: 'If admins suspend your account: since when, the reason, and their note.',
    purpose: 'To protect the other members.',
    readers: 'You and the admins.',
    storedFor: () => 'Until it is lifted.',
  },
  {
    name: 'Audit log',
    tables: { audit_entries: claim(null, 'anonymized') },
    contents:
      'What an admin changed and when, with the ids of the admin and of the record. No name, no text.',
    purpose: 'So that admins answer for what they do.',
    readers: 'Admins.',
    storedFor: () => 'For as long as the blood bank exists.',
    leftOut: 'the log, which is about what admins do',
    remains: 'The entries stay, and their ids lead to nobody.',
  },
]

const OF_DONORS: PersonalData[] = [
  {
    name: 'Donor profile',
    tables: { donors: claim('donorProfile') },
    contents:
      'Your name, University ID, role, department, blood group, phone number, last donation, and whether you are available and verified.',
    purpose: 'So that people who need blood can find you.',
    readers:
      'Members who are signed in see your name, role, department, blood group and when you can donate again; your phone number only if you allow it. Admins see the rest too. If they look up your number, you see that on your Account page.',
    storedFor: () => UNTIL_ERASED,
  },
  {
    name: 'Offers',
    tables: { offers: claim('offers'), contact_reveals: claim('contactReveals', 'anonymized') },
    contents:
      'Which requests you offered to donate for, and who could see your number, from when until when.',
    purpose: 'So that the two of you can talk, and you know who has your number.',
    readers: `The member who posted the request sees your name and number until it closes or you withdraw, and for up to ${CONTACT_AFTER_DONATION_HOURS} hours after you donate. Admins see the offers.`,
    storedFor: () =>
      `${UNTIL_ERASED} Who saw your number: ${RETENTION.contactRevealYears} years after they last could.`,
    remains: 'That somebody saw a number stays recorded, without you.',
  },
  {
    name: 'Donations',
    tables: { donations: claim('donations') },
    contents: 'The days on which you donated, and who recorded them.',
    purpose: 'So that nobody asks you before you can donate again.',
    readers: 'You, the admins, and the member whose request it was for.',
    storedFor: () => UNTIL_ERASED,
  },
  {
    name: 'Alerts',
    tables: {
      alerts: claim('alerts'),
      alert_links: claim(null),
      alert_preferences: claim('alertPreferences'),
      push_devices: claim('pushDevices'),
    },
    contents:
      'When we asked you to donate and what you answered, how often you want to be asked, and the devices that get notifications.',
    purpose: 'To ask donors who can give, and nobody too often.',
    readers: 'Only you. The member who posted the request sees how many were asked.',
    storedFor: () =>
      `${RETENTION.alertDays} days after the alert, longer while the request is active. Choices and devices: until you change them or erase your account.`,
    leftOut: 'the links in alerts',
  },
]

const OF_REQUESTERS: PersonalData[] = [
  {
    name: 'Blood requests',
    tables: {
      blood_requests: claim('bloodRequests'),
      share_pages: claim('sharePages'),
      alert_waves: claim(null),
      confirmation_links: claim(null, 'anonymized'),
    },
    contents:
      'The patient, blood group, units, hospital, contact person and number, what you added, when donors were asked, and the address of its public page if you made one.',
    purpose: 'So that donors can help.',
    readers:
      'While it is active: all members who are signed in. Always: you and the admins. If you make a public page, whoever has its address sees the blood group, hospital, urgency, units, status and when blood is needed by. Alerts and public pages name no patient and no number.',
    storedFor: () =>
      `Until you delete it or erase your account. Links to confirm it: ${RETENTION.confirmationLinkDays} days.`,
    leftOut: 'the links, and when donors were asked',
    remains: 'A used-up link stays until its time is over, and leads nowhere.',
  },
]

/** Everything that is stored about people, by the group of people whom it is about. */
export const PERSONAL_DATA: Readonly<Record<string, readonly PersonalData[]>> = {
  'Everybody with an account': OF_MEMBERS,
  'If you are a donor': OF_DONORS,
  'If you post a blood request': OF_REQUESTERS,
}

/** Tables that are about nobody: keys of the site, used challenges of passkeys, and the bookkeeping of servers, jobs and migrations. */
export const NOT_PERSONAL = [
  'token_keys',
  'push_keys',
  'used_passkey_challenges',
  'job_servers',
  'kysely_migration',
  'kysely_migration_lock',
  'graphile_worker._private_job_queues',
  'graphile_worker._private_known_crontabs',
  'graphile_worker._private_tasks',
  'graphile_worker.migrations',
] as const

/** The claims of all kinds by table. */
export const TABLE_CLAIMS: Readonly<Record<string, TableClaim>> = Object.assign(
  {},
  ...Object.values(PERSONAL_DATA)
    .flat()
    .map(({ tables }) => tables),
)
