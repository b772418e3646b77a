import { claim, type PersonalData, UNTIL_ERASED } from './kinds.ts'
import { RETENTION } from './retention.ts'

/** What is stored about everybody with an account. */
export const PERSONAL_DATA_OF_MEMBERS: readonly PersonalData[] = [
  {
    name: 'Account',
    tables: { users: claim('account'), credentials: claim(null), consents: claim('consents') },
    contents:
      'Your email address and role, when you registered, what you agreed to, and hashes of your password and of the network where you registered, that nobody can turn back.',
    purpose: 'To sign you in and to email you. The network: against people who invent accounts.',
    readers: 'You and the admins. The hashes: nobody.',
    storedFor: site => `${UNTIL_ERASED} ${site.unverifiedAccounts}`,
    leftOut: 'the hashes',
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
    tables: {
      'graphile_worker._private_jobs': claim(null),
      caught_mails: claim(null),
      caught_texts: claim(null),
    },
    contents: 'Your address or device, and which message it gets.',
    purpose: 'So that no message is lost.',
    readers: 'Nobody. Admins see how many failed.',
    storedFor: () =>
      `Until it is sent. One that failed: an email ${RETENTION.deadMailDays} days, a notification or text message ${RETENTION.deadJobHours} hours.`,
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
    remains:
      'How many emails you were sent and caused, and that you downloaded your data, stays for a day, under a hash.',
  },
  {
    name: 'Coordinators',
    tables: {
      coordinators: claim('coordinator'),
      coordinators_on_call: claim('onCall'),
      on_call_alerts: claim('onCallAlerts'),
    },
    contents:
      'That you are a coordinator: of which hall, until when, and when you were named. When you were last on call, the number for it, and of which requests you were told.',
    purpose:
      'So that you can call the donors whom the club keeps, and requesters can call you while you are on call.',
    readers:
      'You and the admins. On call: the owners of urgent requests that wait see your name and number, in turn.',
    storedFor: () =>
      `Until ${RETENTION.endedCoordinatorDays} days after it ends; the number until you are no longer on call.`,
  },
  {
    name: 'Suspension',
    tables: { suspensions: claim('suspension'), erased_accounts: claim(null, 'anonymized') },
    contents: 'Since when, why, and a note of the admins.',
    purpose: 'To protect the other members.',
    readers: 'You and the admins.',
    storedFor: () => 'Until it is lifted.',
    leftOut: 'what an erased account of yours left',
    remains: `A suspension, an inactive donor profile, a stop of posting and open reports about you stay for at most ${RETENTION.erasedSuspensionYears} years, and what limits counted in the last day stays for ${RETENTION.erasedCountHours} hours, under a hash of your email address without a + and what follows it. They hold for other accounts of that mailbox, and again when you register there and verify the address.`,
  },
  {
    name: 'Reports',
    tables: {
      report_cases: claim('reportsAboutMe', 'anonymized'),
      reports: claim('reportsMade', 'anonymized'),
      report_texts: claim('reportsMade'),
    },
    contents:
      'What you reported and what you wrote, whether it counts by itself, and whether and why an admin ignored it; that others reported you or your request, and what admins decided.',
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
    contents: site => `What an admin changed and when, by ids. No names, no texts.${site.textsAudited}`,
    purpose: 'So that admins answer for what they do.',
    readers: 'Admins.',
    storedFor: () => 'For as long as the blood bank exists.',
    leftOut: 'the log',
    remains: 'It stays, and its ids lead to nobody.',
  },
]
