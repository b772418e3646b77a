import type { BloodRequestForm } from '@blood-bank/contract/blood-requests'

export type WorkloadId = 'W1' | 'W2' | 'W3' | 'W4' | 'W5' | 'W6' | 'W7'

/** Which users send a workload's requests (members.ts selects them). */
export type Caller = 'member' | 'poster' | 'admin' | 'signers'

/** A request that people wait for; floor and goal are multiples of the plain server's speed (DESIGN §6). */
export type Workload = {
  id: WorkloadId
  name: string
  caller: Caller
  method: 'GET' | 'POST'
  path: string
  /** The body; sign-ins have one per user. */
  body?: object
  floor: number
  goal: number
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
  additionalInfo: 'Needed before an operation tomorrow morning.',
}

export const WORKLOADS: Workload[] = [
  {
    ...{ id: 'W1', name: 'every available donor of AB−', caller: 'member' },
    ...{ method: 'GET', path: '/api/donors?bloodGroup=AB-&limit=300' },
    ...{ floor: 1, goal: 4 },
  },
  {
    ...{ id: 'W2', name: 'the first 50 donors of O+', caller: 'member' },
    ...{ method: 'GET', path: '/api/donors?bloodGroup=O%2B' },
    ...{ floor: 1, goal: 2 },
  },
  {
    ...{ id: 'W3', name: 'the newest 50 active requests', caller: 'member' },
    ...{ method: 'GET', path: '/api/blood-requests' },
    ...{ floor: 1, goal: 2 },
  },
  {
    ...{ id: 'W4', name: 'my own requests', caller: 'member' },
    ...{ method: 'GET', path: '/api/blood-requests/mine' },
    ...{ floor: 0.5, goal: 0.7 },
  },
  {
    ...{ id: 'W5', name: 'post a request, durable when answered', caller: 'poster' },
    ...{ method: 'POST', path: '/api/blood-requests', body: BLOOD_REQUEST },
    ...{ floor: 0.7, goal: 1 },
  },
  {
    ...{ id: 'W6', name: 'admin overview', caller: 'admin' },
    ...{ method: 'GET', path: '/api/admin/overview' },
    ...{ floor: 50, goal: 100 },
  },
  {
    ...{ id: 'W7', name: 'sign in, argon2id', caller: 'signers' },
    ...{ method: 'POST', path: '/api/session' },
    ...{ floor: 0.8, goal: 1 },
  },
]

/** @throws if there is no such workload */
export function workloadOf(id: string): Workload {
  const workload = WORKLOADS.find(one => one.id === id)
  if (!workload) throw new Error(`There is no workload ${id}. Choose from W1 to W${WORKLOADS.length}.`)
  return workload
}
