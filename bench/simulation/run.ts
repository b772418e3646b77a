import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { simulateCampuses } from './campuses.ts'
import { inMarkdown, type Results, type Row } from './report.ts'
import {
  CENTRAL_PRODUCT,
  COMPATIBLE,
  EXACT,
  GRID,
  MAIL_ONLY,
  type NamedScenario,
  OTHER_PEOPLE,
  tenTimes,
} from './scenarios.ts'
import { EXACT_CALLS, PRODUCT } from './simulate-campus.ts'

/** How many campuses are simulated for a figure. */
const CAMPUSES = { central: 100, others: 30, large: 2, grid: 6 }

/** `npm run simulate`: prints the report, and writes it to `bench/simulation.md`. `-- --quick` only prints a rough one. */
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } })
const isQuick = values.quick === true
const countOf = (kind: keyof typeof CAMPUSES) =>
  isQuick ? Math.min(CAMPUSES[kind], kind === 'central' ? 10 : 1) : CAMPUSES[kind]

function simulate(scenario: NamedScenario, kind: keyof typeof CAMPUSES): Row {
  console.error(`${scenario.name}: ${countOf(kind)} campuses`)
  return { name: scenario.name, samples: simulateCampuses(scenario, countOf(kind)) }
}

const simulateGrid = (): Results['grid'] =>
  GRID.mailSeen.flatMap(mailSeen =>
    GRID.acceptance.flatMap(acceptance =>
      GRID.push.map(push => {
        const parameters = { acceptance, push, mailSeen }
        return {
          ...parameters,
          ...simulate({ name: JSON.stringify(parameters), search: PRODUCT, parameters }, 'grid'),
        }
      }),
    ),
  )

const report = inMarkdown({
  exact: simulate(EXACT, 'central'),
  compatible: simulate(COMPATIBLE, 'central'),
  product: simulate(CENTRAL_PRODUCT, 'central'),
  mailOnly: simulate(MAIL_ONLY, 'central'),
  otherPeople: OTHER_PEOPLE.map(people => ({
    product: simulate({ ...people, search: PRODUCT }, 'others'),
    exact: simulate({ ...people, search: EXACT_CALLS }, 'others'),
  })),
  tenTimes: [EXACT, COMPATIBLE, CENTRAL_PRODUCT, MAIL_ONLY].map(scenario =>
    simulate(tenTimes(scenario), 'large'),
  ),
  grid: simulateGrid(),
})
console.log(report)
if (!isQuick) await writeFile(new URL('../simulation.md', import.meta.url), report)
