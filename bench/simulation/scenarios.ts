import { TEN_TIMES } from './parameters.ts'
import { COMPATIBLE_CALLS, EXACT_CALLS, PRODUCT, type Scenario } from './simulate-campus.ts'

export type NamedScenario = Scenario & { name: string }

export const EXACT: NamedScenario = { name: 'calling the exact list', search: EXACT_CALLS }
export const COMPATIBLE: NamedScenario = { name: 'calling the compatible list', search: COMPATIBLE_CALLS }
export const CENTRAL_PRODUCT: NamedScenario = { name: '**the product**', search: PRODUCT }
export const MAIL_ONLY: NamedScenario = {
  name: 'the product, mail only',
  search: PRODUCT,
  parameters: { push: 0 },
}

/** Other people: each is simulated with the product and with calling the exact list. */
export const OTHER_PEOPLE: Omit<NamedScenario, 'search'>[] = [
  { name: 'half of the requesters are new', parameters: { knownRequesters: 0.5 } },
  { name: 'all requesters are new', parameters: { knownRequesters: 0 } },
  { name: 'people sleep from 0 to 7', parameters: { sleep: { from: 0, to: 7 } } },
  {
    name: 'half are new, people sleep, mail only',
    parameters: { knownRequesters: 0.5, sleep: { from: 0, to: 7 }, push: 0 },
  },
  { name: 'nobody chooses "As often as needed"', parameters: { asNeeded: 0 } },
  { name: '20 % show their number', parameters: { showsNumber: 0.2 } },
  {
    name: 'a very good caller: 30 calls an hour, 50 % answer, 50 % promise',
    parameters: { callsPerHour: 30, answersCall: 0.5, promises: 0.5 },
  },
  { name: 'two invented accounts try to silence it', parameters: { isAttacked: true } },
  { name: '200 requests instead of 50', parameters: { bloodRequests: 200 } },
]

/** The same scenario with ten times the people and blood requests. */
export const tenTimes = (scenario: NamedScenario): NamedScenario => ({
  ...scenario,
  parameters: { ...TEN_TIMES, ...scenario.parameters },
})

export const GRID = {
  acceptance: [0.04, 0.08, 0.12, 0.18, 0.25],
  push: [0, 0.15, 0.4, 0.7],
  mailSeen: [0.4, 0.7, 0.9],
}
