import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { Hours } from './clock.ts'
import type { Delay } from './draws.ts'

/** What is assumed about people. Where a source is known, it is named; everything else is an assumption. */
export type Parameters = {
  members: number
  donors: number
  bloodRequests: number

  /** When people sleep: they read no email and answer half as many calls. None if it begins and ends at the same hour. */
  sleep: Hours

  /** The share of donors whose phone shows push messages of the product. */
  push: number
  /** The share of donors who allow push messages at night. */
  nightPush: number
  /** The share of push messages that are missed. */
  pushMissed: number
  /** Minutes until a push message is noticed; in quiet hours twice as many. */
  pushDelay: Delay
  /** The share of emails that are seen within a day. */
  mailSeen: number
  /** Minutes until an email is seen that is seen within a day. Nights do not count. */
  mailDelay: Delay
  /** The share of donors who can give and offer to, once they have seen the alert. */
  acceptance: number
  /** Minutes from seeing an alert to answering it. */
  answerDelay: Delay
  /** The share of the others who answer "Not this time" instead of nothing. */
  decline: number
  /** The share of the others who pause alerts for four weeks. */
  pause: number
  /** The share of donors who chose "As often as needed"; the others have the default. */
  asNeeded: number

  /** The share of donors whose number members can see. */
  showsNumber: number
  callsPerHour: number
  /** The share of calls that are answered. */
  answersCall: number
  /** The share of donors who can give and promise to, once they answered the call. */
  promises: number
  /** How often somebody who does not answer is called, with an hour between. */
  callRounds: number

  /** The share of donors who cannot give although the product does not know it. */
  unknowinglyIneligible: number
  /** The share of donors who donated in the last 365 days, each day as likely. */
  donatedInYear: number
  /** The share of those who said yes who come. */
  showsUp: number
  /** Hours from saying yes to coming. */
  travel: Record<Urgency, Delay>

  urgencies: Record<Urgency, number>
  units: readonly number[]
  /** Hours until a blood request is not needed any more. */
  neededWithin: Record<Urgency, number>
  /** The share of requesters with a record from before, such as a donation for an earlier request. */
  knownRequesters: number
  /** The share of donors whom an admin has verified or imported. */
  verified: number
  /** The share of donors whose account was verified in the week before the simulation begins, each moment as likely. */
  newAccounts: number
  /** Whether two invented accounts try to silence the alerts. */
  isAttacked: boolean
}

/** The central values. */
export const CENTRAL: Parameters = {
  ...{ members: 2_000, donors: 500, bloodRequests: 50 },
  sleep: { from: 0, to: 0 },
  ...{ push: 0.4, nightPush: 0.2, pushMissed: 0.2, pushDelay: { median: 3, sigma: 1.5 } },
  ...{ mailSeen: 0.7, mailDelay: { median: 60, sigma: 2 } },
  ...{ acceptance: 0.12, answerDelay: { median: 0.7, sigma: 0.6 }, decline: 0.3, pause: 0.02, asNeeded: 0.3 },
  ...{ showsNumber: 0.5, callsPerHour: 20, answersCall: 0.35, promises: 0.3, callRounds: 3 },
  ...{ unknowinglyIneligible: 0.2, donatedInYear: 0.6, showsUp: 0.65 },
  travel: {
    urgent: { median: 2, sigma: 0.5 },
    moderate: { median: 8, sigma: 0.5 },
    low: { median: 48, sigma: 0.5 },
  },
  urgencies: { urgent: 0.55, moderate: 0.3, low: 0.15 },
  units: [1, 1, 1, 1, 2, 2, 2, 3, 4],
  neededWithin: { urgent: 24, moderate: 48, low: 14 * 24 },
  ...{ knownRequesters: 1, verified: 0.3, newAccounts: 0.1, isAttacked: false },
}

/** The same people ten times. */
export const TEN_TIMES: Partial<Parameters> = { members: 20_000, donors: 5_000, bloodRequests: 500 }
