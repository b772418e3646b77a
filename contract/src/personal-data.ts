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
      'Your email address and role, when you registered, what you agreed to, and a hash of your password that nobody can turn back.',
    purpose: 'To sign you in and to email you.',
    readers: 'You and the admins. The password: nobody.',
    storedFor: site => `${UNTIL_ERASED} ${site.unverifiedAccounts}`,
    leftOut: 'the password',
  },
  {
    name: 'Sign-ins',
    tables: { sessions: claim('sessions'), mail_links: claim(null) },
    contents: 'When, with which browser and from which IP address. Links that we emailed to you.',
    purpose: 'So that you can end sessions that are not yours.',
    readers: 'Only you.',
    storedFor: site =>
      `Until you sign out; at most ${site.sessions}. Links: at most ${RETENTION.mailLinkHours} hours.`,
    leftOut: 'the links',
  },
  {
    name: 'Passkeys',
    tables: { passkeys: claim('passkeys') },
    contents: 'Its name, when you added and last used it, and a key that can only check it.',
    purpose: 'To sign you in without a password.',
    readers: 'Only you.',
    storedFor: () => 'Until you remove it or erase your account.',
  },
  {
    name: 'Emails and notifications to you',
    tables: { 'graphile_worker._private_jobs': claim(null), caught_mails: claim(null) },
    contents: 'Your address or device, and which message it gets.',
    purpose: 'So that no message is lost.',
    readers: 'Nobody. Admins see how many failed.',
    storedFor: () =>
      `Until it is sent. One that failed: an email until you erase your account, a notification ${RETENTION.deadPushHours} hours.`,
    leftOut: 'messages that wait to be sent',
  },
  {
    name: 'Changes of lists',
    tables: { live_changes: claim(null, 'anonymized') },
    contents: 'That something of yours changed, by your id.',
    purpose: 'So that open pages are up to date.',
    readers: 'Nobody.',
    storedFor: () => `${RETENTION.liveChangeMinutes} minutes.`,
    leftOut: 'changes of lists',
    remains: 'It stays for these minutes.',
  },
  {
    name: 'Counts for limits',
    tables: {
      attempt_limits: claim(null),
      numbers_sent: claim('phoneNumbersSeen'),
      number_warnings: claim('phoneNumberWarning'),
      deleted_posts: claim('deletedBloodRequests'),
    },
    contents: 'Passwords tried, emails sent, phone numbers seen, and requests deleted soon after posting.',
    purpose: 'Against guessing passwords and collecting numbers.',
    readers: 'You. Admins see who looks at very many numbers.',
    storedFor: () => `At most ${RETENTION.numbersSeenHours} hours.`,
    leftOut: 'attempts at passwords and emails',
    remains: 'How many emails you were sent stays for a day, under a hash.',
  },
  {
    name: 'Suspension',
    tables: { suspensions: claim('suspension') },
    contents: 'Since when, why, and a note of the admins.',
    purpose: 'To protect the other members.',
    readers: 'You and the admins.',
    storedFor: () => 'Until it is lifted.',
  },
  {
    name: 'Reports',
    tables: {
      report_cases: claim('reportsAboutMe', 'anonymized'),
      reports: claim('reportsMade', 'anonymized'),
      report_texts: claim('reportsMade'),
    },
    contents:
      'What you reported and what you wrote; that others reported you or your request, and what admins decided.',
    purpose: 'So that admins can stop people who lie, ask for money or harass others.',
    readers:
      'Admins see who reported what. Whoever is reported never learns who reported them: their own data says what was decided, but not who reported, what they wrote or at what time.',
    storedFor: () =>
      `What you or admins wrote: until you or the other person erase the account. All of it: at most ${RETENTION.reportYears} years after the decision.`,
    remains: 'That something was reported stays, without you and without any text.',
  },
  {
    name: 'Audit log',
    tables: { audit_entries: claim(null, 'anonymized') },
    contents: 'What an admin changed and when, by ids. No names, no texts.',
    purpose: 'So that admins answer for what they do.',
    readers: 'Admins.',
    storedFor: () => 'For as long as the blood bank exists.',
    leftOut: 'the log',
    remains: 'It stays, and its ids lead to nobody.',
  },
]

const OF_DONORS: PersonalData[] = [
  {
    name: 'Donor profile',
    tables: { donors: claim('donorProfile') },
    contents:
      'Name, University ID, role, department, blood group, phone number, last donation, and whether you are available and verified.',
    purpose: 'So that people who need blood find you.',
    readers:
      'Members: name, role, department, blood group and when you can donate again; the number only if you allow it. Admins: everything. If one looks up your number, you see it on your Account page.',
    storedFor: () => UNTIL_ERASED,
  },
  {
    name: 'Offers',
    tables: { offers: claim('offers'), contact_reveals: claim('contactReveals', 'anonymized') },
    contents: 'For which requests, and who could see your number from when until when.',
    purpose: 'So that you can talk, and know who has your number.',
    readers: `Whoever posted the request: your name and number until it closes or you withdraw, and up to ${CONTACT_AFTER_DONATION_HOURS} hours after you donate. Admins: the offers.`,
    storedFor: () => `${UNTIL_ERASED} Who saw your number: ${RETENTION.contactRevealYears} years.`,
    remains: 'That a number was seen stays, without you.',
  },
  {
    name: 'Donations',
    tables: { donations: claim('donations') },
    contents: 'The days, and who recorded them.',
    purpose: 'So that nobody asks you too early.',
    readers: 'You, the admins, and whoever posted the request.',
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
      'When we asked you, what you answered, how often you want to be asked, and devices that get notifications.',
    purpose: 'To ask who can give, and nobody too often.',
    readers: 'Only you. Whoever posted the request sees how many were asked.',
    storedFor: () =>
      `${RETENTION.alertDays} days, longer while the request is active. Choices and devices: until you change them.`,
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
      'Patient, blood group, units, hospital, contact person and number, what you added, when donors were asked, and the address of its public page.',
    purpose: 'So that donors can help.',
    readers:
      'Members while it is active, you and the admins always. Alerts, and a public page if you make one, name no patient and no number.',
    storedFor: () =>
      `Until you delete it or erase your account. Links: ${RETENTION.confirmationLinkDays} days.`,
    leftOut: 'the links, and when donors were asked',
    remains: 'Links stay for their time, and lead nowhere.',
  },
]

/** Everything that is stored about people, by the group of people whom it is about. */
export const PERSONAL_DATA: Readonly<Record<string, readonly PersonalData[]>> = {
  'Everybody with an account': OF_MEMBERS,
  'If you are a donor': OF_DONORS,
  'If you post a blood request': OF_REQUESTERS,
}
