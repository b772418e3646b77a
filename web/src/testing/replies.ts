import { listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { type Endpoint, RECORD_COUNT_HEADER, type ReplyOf } from '@blood-bank/contract/endpoint'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { type ContactReveal, listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { listOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { type Charts, type Overview, readCharts, readOverview } from '@blood-bank/contract/site/overview'
import { aPage, aUser } from './builders.ts'

/** A reply of the stubbed server to one endpoint. */
export type Reply = { endpoint: Endpoint; answer: () => Promise<Response> | Response }

type RefusalDetails = {
  message?: string
  fields?: Record<string, string>
  hint?: string
  requestId?: string
}

const json = (status: number, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers })
}

/** The endpoint succeeds with this body: `replying(readOwnDonor, { donor: null })`. */
export const replying = <E extends Endpoint>(endpoint: E, body: ReplyOf<E>): Reply => ({
  endpoint,
  answer: () => json(endpoint.reply.status, body),
})

/** The endpoint returns this CSV with a number of records. */
export const sending = (
  endpoint: Endpoint,
  { name, count, text }: { name: string; count: number; text: string | ReadableStream<Uint8Array> },
): Reply => ({
  endpoint,
  answer: () =>
    new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        [RECORD_COUNT_HEADER]: String(count),
      },
    }),
})

/** The endpoint refuses with a code of the error catalogue. */
export const refusing = (endpoint: Endpoint, code: RefusalCode, details: RefusalDetails = {}): Reply => {
  const error = { code, message: REFUSALS[code].message, ...details }
  return { endpoint, answer: () => json(REFUSALS[code].status, { error }) }
}

/** There is no response, as when the person is offline. */
export const failing = (endpoint: Endpoint): Reply => ({
  endpoint,
  answer: () => Promise.reject(new TypeError('Failed to fetch')),
})

/** The response never arrives. */
export const hanging = (endpoint: Endpoint): Reply => ({ endpoint, answer: () => new Promise(() => {}) })

/** The response arrives when `arrive` is called: `const { reply, arrive } = awaiting(replying(…))`. */
export const awaiting = ({ endpoint, answer }: Reply) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reply: { endpoint, answer: () => promise.then(answer) }, arrive: () => resolve() }
}

/** Counts of everything; override what matters. */
export const someCounts = (overrides: Partial<Overview> = {}): Overview => ({
  donors: 1234,
  donorsToVerify: 30,
  donorsToClaim: 0,
  users: 5678,
  bloodRequests: { active: 12, fulfilled: 34, cancelled: 5 },
  unitsGiven: 17,
  requestsWithoutOffer: 3,
  requestsHeldBack: 0,
  disputedDonations: { total: 0, records: [] },
  reportsWaiting: { total: 0, visibleRequests: 0, hiddenRequests: 0 },
  deadMails: 0,
  deliveryFaults: {
    mailsGivenUp: 0,
    pushesGivenUp: 0,
    textsGivenUp: 0,
    textError: null,
    textLimitReached: null,
    unverifiedMails: null,
    planningDelayMinutes: 0,
  },
  lowSpaceMegabytes: null,
  isTimeZoneMissing: false,
  numberWarnings: [],
  alertWarnings: [],
  contradictionWarnings: [],
  ...overrides,
})

/** Charts with an increasing number of requests of each status by week, and one donor of each group. */
export const someCharts = (): Charts => ({
  weeks: Array.from({ length: 12 }, (_, at) => ({
    monday: new Date(Date.UTC(2026, 7, 31 + 7 * at)).toISOString().slice(0, 10),
    active: at,
    fulfilled: 2 * at,
    cancelled: 1,
  })),
  availableDonors: BLOOD_GROUPS.map((bloodGroup, at) => ({ bloodGroup, donors: 1000 * at, unitsAsked: 3 })),
  answerTimes: [
    { month: '2026-10', posted: 16, answered: 14, medianMinutes: 11 },
    { month: '2026-09', posted: 12, answered: 9, medianMinutes: null },
  ],
})

/** Replies of the overview, for tests that pass through it. */
export const overviewReplies = [replying(readOverview, someCounts()), replying(readCharts, someCharts())]

/** Replies of an empty dashboard, for tests that pass through it. */
export const dashboardReplies = [
  replying(readOwnDonor, { donor: null }),
  replying(listOwnBloodRequests, aPage([])),
]

/** A page of the contact ledger of the account page, which asks for the standing reveals first, then for the ended ones. */
export const reveals = (...records: ContactReveal[]) => replying(listContactReveals, { records, next: null })

/** Replies of the account page for a person without other sessions, reveals and devices, for tests of one of its parts. */
export const accountReplies = [
  replying(readOwnAccount, { email: aUser().email, createdAt: aUser().createdAt, consent: null }),
  replying(listOtherSessions, aPage([])),
  reveals(),
  replying(listPushDevices, { publicKey: '', devices: [] }),
]
