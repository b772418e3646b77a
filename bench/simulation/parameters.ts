import { DEFAULT_POLICY } from '@blood-bank/server/config/alert-policy'

/**
 * What is assumed about people: the central values. Where a source is known, it is named; everything else is an
 * assumption. A scenario replaces some of them.
 */
export const CENTRAL = {
  members: 2_000,
  donors: 500,
  bloodRequests: 50,

  /** When people sleep: they read no email and answer half as many calls. None if it begins and ends at the same hour. */
  sleep: { from: 0, to: 0 },

  /** The share of donors whose phone shows push messages of the product, and of those who allow them at night. */
  push: 0.4,
  nightPush: 0.2,
  /** The share of push messages that are missed. */
  pushMissed: 0.2,
  /** Minutes until a push message is noticed; in quiet hours twice as many. */
  pushDelay: { median: 3, sigma: 1.5 },
  /** The share of push messages that the phone confirms within a minute: it was on, and had the internet. */
  pushConfirmed: 0.9,

  /** The share of donors who are texted if a request is urgent; without a gateway nobody. At night as with push. */
  texts: 0,
  /**
   * The share of texts that are missed. Of 2,098 texts to volunteers, 72 % were followed by nothing, in 35 % of these because
   * they were noticed too late, within minutes (Scholten and others, Resuscitation 2011).
   */
  textMissed: 0.25,
  /**
   * Minutes until a text is noticed. Volunteers who were texted arrived after 5.6 minutes, and 2.1 minutes later than those
   * called by an app (Caputo and others, Resuscitation 2017). That nine in ten texts are read within three minutes is
   * advertising.
   */
  textDelay: { median: 5, sigma: 1.5 },
  /** How long a donor with push is not texted, and not at all if the phone confirms the push message until then. */
  textWaitSeconds: 60,
  /** The default of `SMS_PER_DAY`. */
  textsPerDay: 200,

  /** The share of emails that are seen within a day. */
  mailSeen: 0.7,
  /** Minutes until an email is seen that is seen within a day. Nights do not count. */
  mailDelay: { median: 60, sigma: 2 },
  /** The share of donors who can give and offer to, once they have seen the alert. */
  acceptance: 0.12,
  /** Minutes from seeing an alert to answering it. */
  answerDelay: { median: 0.7, sigma: 0.6 },
  /** The share of the others who answer "Not this time" instead of nothing, and who pause alerts for four weeks. */
  decline: 0.3,
  pause: 0.02,
  /** The share of donors who chose "As often as needed"; the others have the default. */
  asNeeded: 0.3,

  /** The share of donors whose number members can see. */
  showsNumber: 0.5,
  callsPerHour: 20,
  /** The share of calls that are answered. */
  answersCall: 0.35,
  /** The share of donors who can give and promise to, once they answered the call. */
  promises: 0.3,
  /** How often somebody who does not answer is called, with an hour between. */
  callRounds: 3,

  /** The share of donors who have no account, and whom the club keeps. */
  kept: 0,
  /** Who calls them, in which hours, and how often they look whether a request waits. Donors answer as they answer requesters. */
  coordinators: {
    count: 0,
    hours: { from: 17, to: 23 },
    lookMinutes: 15,
    callMinutes: 3,
    answers: 0.35,
    promises: 0.3,
  },

  /** The share of donors who cannot give although the product does not know it. */
  unknowinglyIneligible: 0.2,
  /** The share of donors who donated in the last 365 days, each day as likely. */
  donatedInYear: 0.6,
  /** The share of those who said yes who come. */
  showsUp: 0.65,
  /**
   * The share of those who come whom the hospital cannot take. At a university hospital it was 19 in 100, half of them at their
   * first donation. They rest as many days as the product lets them.
   */
  turnedAway: 0.19,
  /** Hours from saying yes to coming. */
  travel: {
    urgent: { median: 2, sigma: 0.5 },
    moderate: { median: 8, sigma: 0.5 },
    low: { median: 48, sigma: 0.5 },
  },

  /** What is asked for. For platelets from several donors whole blood is given. */
  components: { blood: 1, 'apheresis-platelets': 0, 'pooled-platelets': 0 },
  /** The share of donors who said that they give platelets by machine, too. */
  alsoPlatelets: 0,
  urgencies: { urgent: 0.55, moderate: 0.3, low: 0.15 },
  units: [1, 1, 1, 1, 2, 2, 2, 3, 4],
  /** Hours until a blood request is not needed any more. */
  neededWithin: DEFAULT_POLICY.neededHours,
  /** The share of requesters with a record from before, such as a donation for an earlier request. */
  knownRequesters: 1,
  /** The share of donors whom an admin has verified or imported. */
  verified: 0.3,
  /** The share of donors whose account was verified in the week before the simulation begins, each moment as likely. */
  newAccounts: 0.1,
  /** Whether two invented accounts try to silence the alerts. */
  isAttacked: false,
}

export type Parameters = typeof CENTRAL
