import type { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'

export type WorkloadId = 'W1' | 'W2' | 'W3' | 'W4' | 'W5' | 'W6' | 'W7' | 'W10' | 'W12'

/** Which users send a workload's requests (members.ts selects them). */
export type Caller = 'member' | 'poster' | 'admin' | 'signers' | 'askedDonors'

/**
 * Requests that people wait for. Floor and goal are multiples of the plain server's speed, or of the product's own speed
 * with another workload.
 */
export type Workload = {
  id: WorkloadId
  name: string
  caller: Caller
  method: 'GET' | 'POST'
  /** Requested in turn. */
  paths: readonly string[]
  /** The body; sign-ins have one per user, answers one per alert. */
  body?: object
  floor: number
  goal: number
  comparedTo?: WorkloadId
}

/** A typical blood request. */
const BLOOD_REQUEST: BloodRequestForm = {
  patientName: 'Rahima Khatun',
  requiredBloodGroup: 'O-',
  unitsRequired: 2,
  hospitalName: 'Dhaka Medical College Hospital',
  hospitalLocation: 'Secretariat Road, Dhaka',
  contactPerson: 'Kamal Hossain',
  contactNumber: '+8801112345678',
  urgency: 'urgent',
  neededBy: null,
  // One member posts it again and again.
  isAnotherRequest: true,
  additionalInfo: 'Needed before an operation tomorrow morning.',
}

export const WORKLOADS: Workload[] = [
  {
    ...{ id: 'W1', name: 'every available donor of AB−', caller: 'member' },
    ...{ method: 'GET', paths: ['/api/donors?bloodGroup=AB-&limit=300'] },
    ...{ floor: 1, goal: 4 },
  },
  {
    ...{ id: 'W2', name: 'the first 50 donors of O+', caller: 'member' },
    ...{ method: 'GET', paths: ['/api/donors?bloodGroup=O%2B'] },
    ...{ floor: 1, goal: 2 },
  },
  {
    ...{ id: 'W3', name: 'the newest 50 active requests', caller: 'member' },
    ...{ method: 'GET', paths: ['/api/blood-requests'] },
    ...{ floor: 1, goal: 2 },
  },
  {
    ...{ id: 'W4', name: 'my own requests', caller: 'member' },
    ...{ method: 'GET', paths: ['/api/blood-requests/mine'] },
    ...{ floor: 0.5, goal: 0.7 },
  },
  {
    ...{ id: 'W5', name: 'post a request, durable when answered', caller: 'poster' },
    ...{ method: 'POST', paths: ['/api/blood-requests'], body: BLOOD_REQUEST },
    ...{ floor: 0.7, goal: 1 },
  },
  {
    ...{ id: 'W6', name: 'admin overview', caller: 'admin' },
    ...{ method: 'GET', paths: ['/api/admin/overview'] },
    ...{ floor: 50, goal: 100 },
  },
  {
    ...{ id: 'W7', name: 'sign in, argon2id', caller: 'signers' },
    ...{ method: 'POST', paths: ['/api/session'] },
    ...{ floor: 0.8, goal: 1 },
  },
  {
    ...{ id: 'W10', name: 'answer an alert by its link, durable when answered', caller: 'askedDonors' },
    ...{ method: 'POST', paths: ['/api/alerts/declines'] },
    ...{ floor: 0.7, goal: 1, comparedTo: 'W5' },
  },
  {
    ...{ id: 'W12', name: 'search with both sections: O+ and the other groups', caller: 'member' },
    ...{ method: 'GET', paths: ['/api/donors?bloodGroup=O%2B', '/api/donors/compatible?bloodGroup=O%2B'] },
    ...{ floor: 0.8, goal: 1, comparedTo: 'W2' },
  },
]

/** @throws if there is no such workload */
export function workloadOf(id: string): Workload {
  const workload = WORKLOADS.find(one => one.id === id)
  if (!workload)
    throw new Error(`There is no workload ${id}. Choose from ${WORKLOADS.map(({ id }) => id).join(', ')}.`)
  return workload
}
