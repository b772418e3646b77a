import { UsageError } from '@blood-bank/server/operations/process/arguments'
import { aBloodRequest } from '@blood-bank/server/testing/person'
import type { Goals } from './figures.ts'

/** Which users send a workload's requests (members.ts selects them). */
export type Caller = 'member' | 'poster' | 'admin' | 'signers' | 'askedDonors'

/**
 * Requests that people wait for. Floor and goal are multiples of the plain server's speed, or of the product's own speed
 * with another workload.
 */
export type Workload = Goals & {
  id: string
  name: string
  caller: Caller
  method: 'GET' | 'POST'
  /** Requested in turn. */
  paths: readonly string[]
  /** The body; sign-ins have one per user, answers one per alert. */
  body?: object
  comparedTo?: string
}

/** A typical blood request, which one member posts again and again. */
const BLOOD_REQUEST = aBloodRequest({
  requiredBloodGroup: 'O-',
  unitsRequired: 2,
  hospitalLocation: 'Secretariat Road, Dhaka',
  urgency: 'urgent',
  additionalInfo: 'Needed before an operation tomorrow morning.',
})

const read = (caller: Caller, ...paths: string[]) => ({ caller, method: 'GET', paths }) as const
const send = (caller: Caller, path: string) => ({ caller, method: 'POST', paths: [path] }) as const

const ALL_OF_A_GROUP = '/api/donors?bloodGroup=AB-&limit=300'
const A_PAGE = '/api/donors?bloodGroup=O%2B'
const A_PAGE_OF_OTHERS = '/api/donors/compatible?bloodGroup=O%2B'
const REQUESTS = '/api/blood-requests'

export const WORKLOADS: Workload[] = [
  { id: 'W1', name: 'every available donor of AB−', ...read('member', ALL_OF_A_GROUP), floor: 1, goal: 4 },
  { id: 'W2', name: 'the first 50 donors of O+', ...read('member', A_PAGE), floor: 1, goal: 2 },
  { id: 'W3', name: 'the newest 50 active requests', ...read('member', REQUESTS), floor: 1, goal: 2 },
  { id: 'W4', name: 'my own requests', ...read('member', `${REQUESTS}/mine`), floor: 0.7, goal: 1 },
  {
    id: 'W5',
    name: 'post a request, durable when answered',
    ...send('poster', REQUESTS),
    body: BLOOD_REQUEST,
    floor: 0.45,
    goal: 0.7,
  },
  { id: 'W6', name: 'admin overview', ...read('admin', '/api/admin/overview'), floor: 50, goal: 100 },
  { id: 'W7', name: 'sign in, argon2id', ...send('signers', '/api/session'), floor: 0.8, goal: 1 },
  {
    id: 'W10',
    name: 'answer an alert by its link, durable when answered',
    ...send('askedDonors', '/api/alerts/declines'),
    floor: 0.6,
    goal: 0.8,
  },
  {
    id: 'W12',
    name: 'search with both sections: O+ and the other groups',
    ...read('member', A_PAGE, A_PAGE_OF_OTHERS),
    floor: 0.8,
    goal: 1,
    comparedTo: 'W2',
  },
]

/** @throws if there is no such workload */
export function workloadOf(id: string): Workload {
  const workload = WORKLOADS.find(one => one.id === id)
  if (!workload)
    throw new UsageError(`There is no workload ${id}, only ${WORKLOADS.map(({ id }) => id).join(', ')}`)
  return workload
}
