import { NUMBERS_CALLED_PER_DAY } from '../kept-donors/calls.ts'
import { CONTACT_AFTER_DONATION_HOURS } from '../offers/endpoints.ts'
import { claim, type PersonalData, UNTIL_ERASED } from './kinds.ts'
import { RETENTION } from './retention.ts'

/** What is stored about donors in addition. */
export const PERSONAL_DATA_OF_DONORS: readonly PersonalData[] = [
  {
    name: 'Donor profile',
    tables: { donors: claim('donorProfile') },
    contents:
      'Name, University ID, role, department, hall if you chose one, blood group, phone number, last donations, the day before which you asked not to be asked, and whether you are available, verified, and were on a list of ours.',
    purpose: 'So that people who need blood find you.',
    readers:
      'Members: name, role, department, blood group and when you can donate again; the number only if you allow it. Admins: everything else. Nobody else sees the day before which you asked not to be asked: they read “Not now”. If one looks up your number, you see it on your Account page.',
    storedFor: () => UNTIL_ERASED,
  },
  {
    name: 'Offers',
    tables: { offers: claim('offers'), contact_reveals: claim('contactReveals', 'anonymized') },
    contents:
      'For which requests, what became of them, when you said to arrive, and who could see your number from when until when.',
    purpose: 'So that you can talk, and know who has your number.',
    readers: `Whoever posted the request: your name, your number and when you arrive until it closes or you can't come, and the name and number up to ${CONTACT_AFTER_DONATION_HOURS} hours after you donate. Admins: the offers.`,
    storedFor: () => `${UNTIL_ERASED} Who saw your number: ${RETENTION.contactRevealYears} years.`,
    remains: 'That a number was seen stays, without you.',
  },
  {
    name: 'Calls by coordinators',
    tables: { donor_calls: claim('calls') },
    contents: 'When a coordinator of the club called you, for which request, and what came of it.',
    purpose: 'So that coordinators do not call you one after another.',
    readers: 'Coordinators and admins.',
    storedFor: () => `${RETENTION.donorCallDays} days.`,
    remains: 'Calls that you made as a coordinator stay without you.',
  },
  {
    name: 'Donations',
    tables: { donations: claim('donations') },
    contents:
      'The days, whether blood or platelets were given, who recorded them, and with which sentence whoever posted the request thanked you.',
    purpose:
      'So that nobody asks you too early, and you can be thanked: by email and notification, until you stop it.',
    readers: 'You, the admins, and whoever posted the request. The thank-you: only you and whoever chose it.',
    storedFor: () => UNTIL_ERASED,
  },
  {
    name: 'Alerts',
    tables: {
      alerts: claim('alerts'),
      alert_links: claim(null),
      alert_preferences: claim('alertPreferences'),
      push_devices: claim('pushDevices'),
      text_numbers: claim('textMessages'),
      thank_you_stops: claim('thankYouStop'),
    },
    contents: site =>
      `When we asked you, when a device showed it, what you answered, how often you want to be asked, whether for platelets, too, and when we invited you to that, whether you want thank-yous, and devices that get notifications.${site.textsStored}`,
    purpose: 'To ask who can give, and nobody too often.',
    readers: 'Only you. Whoever posted the request sees about how many were asked.',
    storedFor: site =>
      `${RETENTION.alertDays} days, longer while the request is active. Choices and devices: until you change them.${site.textsStoredFor}`,
    leftOut: 'the links in alerts',
  },
]

/** What is stored about people on a list that an operator imported, before they have an account. */
export const PERSONAL_DATA_OF_IMPORTED_DONORS: readonly PersonalData[] = [
  {
    name: 'Your entry in the list',
    tables: { kept_donors: claim('importedDonor') },
    contents:
      'What the list says: email address, name, University ID, role, department, blood group, phone number and last donation.',
    purpose: 'So that you can become a donor without entering everything again.',
    readers: 'Whoever opens the link in that email. Admins see how many entries there are, and none of them.',
    storedFor: () =>
      `Until you register as a donor with it or erase it; at most ${RETENTION.importedDonorDays} days.`,
    remains: `That you erased it stays for ${RETENTION.optOutDays} days, under a hash, so that we don't email you again.`,
  },
]

/** What is stored about people without an account whom coordinators keep. */
export const PERSONAL_DATA_OF_KEPT_DONORS: readonly PersonalData[] = [
  {
    name: 'What coordinators keep',
    tables: { declined_imports: claim(null, 'anonymized') },
    contents:
      'Name, blood group, phone number, hall, batch, department, last donation, who keeps you, how and when you agreed, who called you when, and what came of it.',
    purpose: 'So that the club can call you when somebody needs your blood.',
    readers: `You agree first: on paper, by saying so, or by the link in a text message. Then coordinators of your hall and admins: the number only to call it, ${NUMBERS_CALLED_PER_DAY} people a day at most, and each look is recorded. Whoever posted a request learns only that a donor of the club can come.`,
    storedFor: () =>
      `Until you stop it, by the link or by telling any of us; at most ${RETENTION.keptDonorMonths} months after the last call or donation. If you do not agree: ${RETENTION.importedDonorDays} days.`,
    leftOut: 'that you stopped it',
    remains: `There is no account to erase: a stop erases all of it at once. That you stopped stays for ${RETENTION.optOutDays} days, under a hash, so that nobody adds your number again.`,
  },
]
