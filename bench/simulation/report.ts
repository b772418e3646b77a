import type { ALERT_LIMITS } from '@blood-bank/contract/alerts/endpoints'
import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { tableOf } from '../table.ts'
import { meanOf, type Result, rankOf, type Sample, shareOf } from './measures.ts'
import { CENTRAL } from './parameters.ts'

/** The samples of a scenario, one for each campus. */
export type Row = { name: string; samples: Sample[] }

export type Results = {
  exact: Row
  compatible: Row
  product: Row
  mailOnly: Row
  /** Each with the caller who has the exact list among the same people. */
  otherPeople: { product: Row; exact: Row }[]
  tenTimes: Row[]
  grid: { acceptance: number; push: number; mailSeen: number; samples: Sample[] }[]
}

const BATCHES = 10

/** The goal, as a share of the caller's times, and the share of requests that nobody answers. */
const GOAL = { ratio: 1 / 3, never: 0.02 }

/** The results as the text of `simulation.md`. */
export function inMarkdown(results: Results): string {
  const { exact, compatible, product, mailOnly, otherPeople, tenTimes } = results
  const rows = [exact, compatible, product, mailOnly]
  return [
    '# Results of `npm run simulate`',
    introduction(results),
    '## Central values',
    mainTable(rows),
    `**The goal** at central values (median and 90th percentile at most a third of those of calling the exact list, at most 2 % never answered): ${verdict(product, exact)}`,
    `On the wall clock, with the quiet hours: ${verdict(product, exact, 'firstOnWall')}`,
    `With mail only, which is the product without push: ${verdict(mailOnly, exact)}`,
    `How the figures vary: the medians of ${BATCHES} groups of ${product.samples.length / BATCHES} campuses.`,
    spreadTable(rows),
    '## By urgency',
    urgencyTable([exact, product, mailOnly]),
    '## Alerts per donor in four weeks',
    donorsTable([product, mailOnly]),
    '## Other people',
    'Each line simulates the product and calling the exact list among the same people. Minutes to the first offer.',
    otherTable(otherPeople),
    '## Ten times as many people and blood requests',
    mainTable(tenTimes),
    `The goal: ${verdict(tenTimes[2] ?? product, tenTimes[0] ?? exact)}`,
    '## Sensitivity',
    `The product's minutes to the first offer, median / 90th percentile (never). A caller with the exact list takes ${times(callerOfGrid(results))} among the same people. **Bold** reaches the goal; *italics* are slower than the caller in one of the three.`,
    ...gridTables(results),
    '',
  ].join('\n\n')
}

const introduction = ({ product, tenTimes }: Results) =>
  [
    `${CENTRAL.members.toLocaleString('en-US')} members, ${CENTRAL.donors} of them donors, and ${CENTRAL.bloodRequests} blood requests in four weeks; ${product.samples.length} such campuses, and ${tenTimes[0]?.samples.length} ten times as large.`,
    'Waves are planned by the code of the server with its default policy; the people are invented. Their parameters, with',
    'what is only assumed, are in [`simulation/parameters.ts`](simulation/parameters.ts). The same command gives the same',
    'report each time.',
    '',
    '- *Calling*: the requester searches and calls the donors who show their number (half of them) one after the other,',
    '  those who do not answer up to three times.',
    '- *The product*: alerts by email and push go out, and meanwhile the requester calls the compatible list. A yes on the',
    '  phone is an offer here, but the planner does not know of it.',
    '- *Enough offers*: as many as units. *Filled*: as many donors came before the blood was not needed any more (24 hours,',
    '  48 hours or 14 days after posting). *Never*: nobody offered until then.',
    '- 55 % of the requests are urgent, 30 % moderate and 15 % low; they need 1.9 units on average. 30 % of the donors chose',
    '  "As often as needed", the others the default.',
    '- *Minutes* leave out the quiet hours of requests that are not urgent: neither alerts nor calls are made then.',
    '- The central values assume that every requester has a record, so that 8 alerts for a request and half of those of a donor',
    `  are no limit, that an admin has verified ${percent(CENTRAL.verified)} of the donors and ${percent(CENTRAL.newAccounts)} have an account of less than a week, whose offers stop`,
    '  nothing, and that people read and answer at night as by day, except that push takes twice as long. The section',
    '  "Other people" shows what changes otherwise.',
    '- *Two invented accounts*: each posts 8 urgent requests for AB+ and 100 units a day, for which everybody is compatible, and',
    '  cancels them after an hour. Both offer for each request of others at once, and withdraw for the next one or when they are',
    '  called in vain. What happens to their own requests is left out.',
  ].join('\n')

const resultsOf = ({ samples }: Row): Result[] => samples.flatMap(({ results }) => results)

type Quantity = 'first' | 'enough' | 'firstOnWall'

const quantileOf = (results: Result[], of: Quantity, share: number) =>
  rankOf(
    results.map(result => result[of]),
    share,
  )

const isNever = ({ first }: Result) => first === Number.POSITIVE_INFINITY

function mainTable(rows: Row[]): string {
  const headings = ['', 'first offer: median', '90th', 'on the wall clock', 'enough offers: median', '90th']
  return tableOf(
    [...headings, 'filled', 'never', 'calls'],
    rows.map(row => {
      const results = resultsOf(row)
      const minutes = (of: Quantity, share: number) => inMinutes(quantileOf(results, of, share))
      return [
        row.name,
        ...[minutes('first', 0.5), minutes('first', 0.9)],
        `${minutes('firstOnWall', 0.5)} / ${minutes('firstOnWall', 0.9)}`,
        ...[minutes('enough', 0.5), minutes('enough', 0.9)],
        percent(shareOf(results, ({ isFilled }) => isFilled)),
        percent(shareOf(results, isNever)),
        meanOf(results.map(({ calls }) => calls)).toFixed(0),
      ]
    }),
  )
}

function spreadTable(rows: Row[]): string {
  const spread = (row: Row, share: number) => {
    const size = row.samples.length / BATCHES
    const values = Array.from({ length: BATCHES }, (_, at) =>
      quantileOf(
        resultsOf({ ...row, samples: row.samples.slice(at * size, (at + 1) * size) }),
        'first',
        share,
      ),
    )
    return `${inMinutes(Math.min(...values))}–${inMinutes(Math.max(...values))}`
  }
  return tableOf(
    ['', 'first offer: median, lowest–highest', '90th, lowest–highest'],
    rows.map(row => [row.name, spread(row, 0.5), spread(row, 0.9)]),
  )
}

function urgencyTable(rows: Row[]): string {
  return tableOf(
    ['first offer, median / 90th (never)', ...Urgency.options],
    rows.map(row => [
      row.name,
      ...Urgency.options.map(urgency => timesOf(resultsOf(row).filter(result => result.urgency === urgency))),
    ]),
  )
}

function donorsTable(rows: Row[]): string {
  return tableOf(
    [
      ...['', 'mean', '95th', 'maximum', 'have paused', 'most in 7 days: default (limit 2)'],
      'as often as needed (limit 7)',
    ],
    rows.map(row => {
      const donors = row.samples.flatMap(sample => sample.donors)
      const counts = donors.map(({ alerts }) => alerts)
      const mostOf = (wanted: keyof typeof ALERT_LIMITS) =>
        rankOf(
          donors.filter(({ frequency }) => frequency === wanted).map(({ mostInWeek }) => mostInWeek),
          1,
        )
      return [
        row.name,
        ...[meanOf(counts).toFixed(1), `${rankOf(counts, 0.95)}`, `${rankOf(counts, 1)}`],
        percent(shareOf(donors, ({ hasPaused }) => hasPaused)),
        ...[`${mostOf('two-a-week')}`, `${mostOf('as-needed')}`],
      ]
    }),
  )
}

const otherTable = (rows: Results['otherPeople']) =>
  tableOf(
    ['', 'calling the exact list', 'the product', 'goal'],
    rows.map(({ product, exact }) => [
      product.name,
      times(exact),
      times(product),
      hasReached(product, exact) ? 'reached' : 'missed',
    ]),
  )

/** The caller among the same people as those of the grid. */
const callerOfGrid = ({ grid, exact }: Results): Row => ({
  ...exact,
  samples: exact.samples.slice(0, grid[0]?.samples.length),
})

function gridTables(results: Results): string[] {
  const { grid } = results
  const exact = callerOfGrid(results)
  const valuesOf = (of: 'acceptance' | 'push' | 'mailSeen') => [...new Set(grid.map(cell => cell[of]))]
  return valuesOf('mailSeen').flatMap(mailSeen => [
    `${percent(mailSeen)} of the emails are seen within a day; ${grid[0]?.samples.length} campuses for each figure:`,
    tableOf(
      ['accept, if seen', ...valuesOf('push').map(push => `push ${percent(push)}`)],
      valuesOf('acceptance').map(acceptance => [
        percent(acceptance),
        ...grid
          .filter(cell => cell.mailSeen === mailSeen && cell.acceptance === acceptance)
          .map(({ samples }) => gridCell({ name: '', samples }, exact)),
      ]),
    ),
  ])
}

function gridCell(row: Row, exact: Row): string {
  if (hasReached(row, exact)) return `**${times(row)}**`
  return isSlower(row, exact) ? `*${times(row)}*` : times(row)
}

function figuresOf(row: Row, of: Quantity = 'first') {
  const results = resultsOf(row)
  return {
    median: quantileOf(results, of, 0.5),
    ninetieth: quantileOf(results, of, 0.9),
    never: shareOf(results, isNever),
  }
}

/** Whether the goal is reached: a third of the caller's times, and few requests that nobody answers. */
export function hasReached(product: Row, exact: Row, of: Quantity = 'first'): boolean {
  const [ours, caller] = [figuresOf(product, of), figuresOf(exact, of)]
  return (
    ours.median <= caller.median * GOAL.ratio &&
    ours.ninetieth <= caller.ninetieth * GOAL.ratio &&
    ours.never <= GOAL.never
  )
}

function isSlower(product: Row, exact: Row): boolean {
  const [ours, caller] = [figuresOf(product), figuresOf(exact)]
  return ours.median > caller.median || ours.ninetieth > caller.ninetieth || ours.never > caller.never
}

function verdict(product: Row, exact: Row, of: Quantity = 'first'): string {
  const [ours, caller] = [figuresOf(product, of), figuresOf(exact, of)]
  const median = (ours.median / caller.median).toFixed(2)
  const ninetieth = (ours.ninetieth / caller.ninetieth).toFixed(2)
  const judgement = hasReached(product, exact, of) ? 'reached' : '**missed**'
  return `${judgement}; ${median} of the median, ${ninetieth} of the 90th percentile, ${percent(ours.never)} never.`
}

const times = (row: Row) => timesOf(resultsOf(row))

const timesOf = (results: Result[]) =>
  `${inMinutes(quantileOf(results, 'first', 0.5))} / ${inMinutes(quantileOf(results, 'first', 0.9))} (${percent(shareOf(results, isNever))})`

const inMinutes = (minutes: number) =>
  minutes === Number.POSITIVE_INFINITY ? 'never' : minutes.toFixed(minutes < 20 ? 1 : 0)

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
