import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Scenario, simulateCampus } from './campus.ts'
import { type Row, sampleOf } from './measures.ts'
import { CENTRAL, type Parameters } from './parameters.ts'
import { FIRST_HEADING, inMarkdown } from './report.ts'

/** `npm run simulate`: prints the figures, and writes them to `bench/simulation.md`. `-- --quick` only prints a rough one. */
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } })

/** How many campuses are simulated for a figure. */
const CAMPUSES = values.quick ? { central: 10, others: 1 } : { central: 100, others: 30 }

const PRODUCT: Scenario = { hasAlerts: true, calls: 'compatible' }
const EXACT_CALLS: Scenario = { hasAlerts: false, calls: 'exact' }

const MAIN: (Scenario & { name: string })[] = [
  { name: 'calling the exact list', ...EXACT_CALLS },
  { name: '**the product**', ...PRODUCT },
  { name: 'calling the compatible list', hasAlerts: false, calls: 'compatible' },
  { name: 'the product, mail only', ...PRODUCT, parameters: { push: 0 } },
]

/** Other people: each is simulated with the product and with calling the exact list. */
const OTHER_PEOPLE: Record<string, Scenario['parameters']> = {
  'all requesters are new': { knownRequesters: 0 },
  'people sleep from 0 to 7': { sleep: { from: 0, to: 7 } },
  '40 % of the emails are seen within a day': { mailSeen: 0.4 },
  '40 % are seen, 4 % accept, no push': { mailSeen: 0.4, acceptance: 0.04, push: 0 },
  'nobody chooses "As often as needed"': { asNeeded: 0 },
  '20 % show their number': { showsNumber: 0.2 },
  'a very good caller: 30 calls an hour, 50 % answer, 50 % promise': {
    callsPerHour: 30,
    answersCall: 0.5,
    promises: 0.5,
  },
  'two invented accounts try to silence it': { isAttacked: true },
  '200 requests instead of 50': { bloodRequests: 200 },
}

const TEXTS = { texts: [0, 0.6, 0.9], push: [0, 0.4] }

const ofCoordinators = (changes: Partial<Parameters['coordinators']>) => {
  return { kept: 0.25, coordinators: { ...CENTRAL.coordinators, ...changes } }
}

const KEPT: Record<string, Scenario['parameters']> = {
  'all have an account': {},
  'nobody calls them': { kept: 0.25 },
  'one coordinator, from 17 to 23': ofCoordinators({ count: 1 }),
  'two, from 17 to 23': ofCoordinators({ count: 2 }),
  'one, from 8 to 23': ofCoordinators({ count: 1, hours: { from: 8, to: 23 } }),
}

/** By the share of donors who said that they give platelets by machine. */
const PLATELETS = {
  components: { blood: 0.5, 'apheresis-platelets': 0.25, 'pooled-platelets': 0.25 },
  alsoPlatelets: [0.05, 0.2, 0.5],
}

/** The first campus of every scenario has the same people, and so on. */
function simulate(name: string, scenario: Scenario, count: number): Row {
  console.error(`${name}: ${count} campuses`)
  const samples = Array.from({ length: count }, (_, seed) => sampleOf(simulateCampus(scenario, seed)))
  return {
    name,
    campuses: count,
    results: samples.flatMap(({ results }) => results),
    donors: samples.flatMap(({ donors }) => donors),
  }
}

/** The product among people with these parameters. */
const simulateCell = <P extends Scenario['parameters']>(parameters: P, count: number) => ({
  ...parameters,
  row: simulate(JSON.stringify(parameters), { ...PRODUCT, parameters }, count),
})

const report = inMarkdown({
  main: MAIN.map(({ name, ...scenario }) => simulate(name, scenario, CAMPUSES.central)),
  otherPeople: Object.entries(OTHER_PEOPLE).map(([name, parameters]) => ({
    product: simulate(name, { ...PRODUCT, parameters }, CAMPUSES.others),
    exact: simulate(name, { ...EXACT_CALLS, parameters }, CAMPUSES.others),
  })),
  kept: Object.entries(KEPT).map(([name, parameters]) =>
    simulate(name, { ...PRODUCT, parameters }, CAMPUSES.others),
  ),
  texts: TEXTS.texts.flatMap(texts => TEXTS.push.map(push => simulateCell({ texts, push }, CAMPUSES.others))),
  platelets: PLATELETS.alsoPlatelets.map(alsoPlatelets =>
    simulateCell({ components: PLATELETS.components, alsoPlatelets }, CAMPUSES.others),
  ),
})
console.log(report)
if (!values.quick) {
  const file = new URL('../simulation.md', import.meta.url)
  const [introduction] = (await readFile(file, 'utf8')).split(FIRST_HEADING, 1)
  await writeFile(file, `${introduction}${report}`)
}
