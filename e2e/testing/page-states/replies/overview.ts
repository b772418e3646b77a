/** The overview without donors and requests. */
export const EMPTY_OVERVIEW = {
  donors: 0,
  donorsToVerify: 0,
  donorsToClaim: 14,
  users: 1,
  bloodRequests: { active: 0, fulfilled: 0, cancelled: 0 },
  unitsGiven: 0,
  requestsWithoutOffer: 0,
  requestsHeldBack: 0,
  reportsWaiting: { total: 2, visibleRequests: 1, hiddenRequests: 1 },
  disputedDonations: {
    total: 12,
    records: [
      {
        id: '0192f0c1-0000-7000-8000-0000000000d1',
        donatedOn: '2026-02-27',
        disputedAt: '2026-02-28T08:05:00.000Z',
        donor: {
          id: '0192f0c1-0000-7000-8000-0000000000d0',
          fullName: 'Mohammad Abdullah Al Mamun Chowdhury',
          email: 'mamun@students.example.edu',
        },
      },
    ],
  },
  deadMails: 14,
  deliveryFaults: {
    mailsGivenUp: 12,
    pushesGivenUp: 3,
    textsGivenUp: 2,
    textError: 'the gateway answered 402: {"message":"Insufficient credit"}',
    textLimitReached: 200,
    unverifiedMails: { sent: 1240, perDay: 2000, waiting: 35 },
    planningDelayMinutes: 9,
  },
  lowSpaceMegabytes: 412,
  isTimeZoneMissing: true,
  numberWarnings: [
    {
      userId: '0192f0c1-0000-7000-8000-0000000000ac',
      email: 'somebody.with.a.long.address@students.example.edu',
      lastHour: 400,
      lastDay: 1000,
      wasRefused: true,
      warnedAt: '2026-02-28T08:05:00.000Z',
    },
    {
      userId: '0192f0c1-0000-7000-8000-0000000000ad',
      email: 'rima@example.edu',
      lastHour: 330,
      lastDay: 340,
      wasRefused: false,
      warnedAt: '2026-02-28T07:05:00.000Z',
    },
  ],
  alertWarnings: [
    {
      userId: '0192f0c1-0000-7000-8000-0000000000ae',
      email: 'somebody.else.with.a.long.address@students.example.edu',
      donorsAsked: 60,
    },
  ],
}

const GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']

export const EMPTY_CHARTS = {
  weeks: Array.from({ length: 12 }, (_, week) => ({
    monday: new Date(Date.UTC(2026, 1, 2 + 7 * week)).toISOString().slice(0, 10),
    active: 0,
    fulfilled: 0,
    cancelled: 0,
  })),
  availableDonors: GROUPS.map(bloodGroup => ({ bloodGroup, donors: 0 })),
  answerTimes: [],
}

/** The overview of a site on which nothing waits for an admin. */
export const NOTHING_TO_DO = {
  ...EMPTY_OVERVIEW,
  donors: 12,
  reportsWaiting: { total: 0, visibleRequests: 0, hiddenRequests: 0 },
  disputedDonations: { total: 0, records: [] },
  deadMails: 0,
  deliveryFaults: {
    mailsGivenUp: 0,
    pushesGivenUp: 0,
    textsGivenUp: 0,
    textError: null,
    textLimitReached: null,
    planningDelayMinutes: 0,
  },
  lowSpaceMegabytes: null,
  isTimeZoneMissing: false,
  numberWarnings: [],
  alertWarnings: [],
}
