import type { AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { tableOf } from '../figures.ts'
import { meanOf, type Result, rankOf, type Sample, shareOf } from './measures.ts'
import { CENTRAL } from './parameters.ts'

/** The samples of a scenario, one for each campus. */
export type Row = { name: string; samples: Sample[] }

export type Results = {
  /** Calling the exact list, calling the compatible list, the product, and the product with mail only. */
  main: Row[]
  /** The same four. */
  tenTimes: Row[]
  /** Each with the caller who has the exact list among the same people. */
  otherPeople: { product: Row; exact: Row }[]
  grid: { acceptance: number; push: number; mailSeen: number; row: Row }[]
}

const BATCHES = 10

/** The goal, as a share of the caller's times, and the share of requests that nobody answers. */
const GOAL = { ratio: 1 / 3, never: 0.02 }

/** The results as the text of `simulation.md`. */
export function inMarkdown({ main, otherPeople, tenTimes, grid }: Results): string {
  const [exact, , product, mailOnly] = main as [Row, Row, Row, Row]
  const [exactOfTen, , productOfTen] = tenTimes as [Row, Row, Row]
  const gridCampuses = grid[0]?.row.samples.length
  /** The caller among the same people as those of the grid. */
  const exactOfGrid = { ...exact, samples: exact.samples.slice(0, gridCampuses) }
  return [
    '# Results of `npm run simulate`',
    introduction(product.samples.length, productOfTen.samples.length),
    '## Central values',
    mainTable(main),
    `**The goal** at central values (median and 90th percentile at most a third of those of calling the exact list, at most 2 % never answered): ${verdict(product, exact)}`,
    `On the wall clock, with the quiet hours: ${verdict(product, exact, 'firstOnWall')}`,
    `With mail only, which is the product without push: ${verdict(mailOnly, exact)}`,
    `How the figures vary: the medians of ${BATCHES} groups of ${product.samples.length / BATCHES} campuses.`,
    spreadTable(main),
    '## By urgency',
    urgencyTable([exact, product, mailOnly]),
    '## Alerts per donor in four weeks',
    donorsTable([product, mailOnly]),
    '## Other people',
    'Each line simulates the product and calling the exact list among the same people. Minutes to the first offer.',
    otherTable(otherPeople),
    '## Ten times as many people and blood requests',
    mainTable(tenTimes),
    `The goal: ${verdict(productOfTen, exactOfTen)}`,
    '## Sensitivity',
    `The product's minutes to the first offer, median / 90th percentile (never). A caller with the exact list takes ${times(exactOfGrid)} among the same people. **Bold** reaches the goal; *italics* are slower than the caller in one of the three.`,
    ...[...Map.groupBy(grid, ({ mailSeen }) => mailSeen)].flatMap(([mailSeen, cells]) => [
      `${percent(mailSeen)} of the emails are seen within a day; ${gridCampuses} campuses for each figure:`,
      gridTable(cells, exactOfGrid),
    ]),
    '',
  ].join('\n\n')
}

const introduction = (campuses: number, largeCampuses: number) =>
  [
    `${CENTRAL.members.toLocaleString('en-US')} members, ${CENTRAL.donors} of them donors, and ${CENTRAL.bloodRequests} blood requests in four weeks; ${campuses} such campuses, and ${largeCampuses} ten times as large.`,
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

type Quantity = 'first' | 'enough' | 'firstOnWall'

type Figures = { median: number; ninetieth: number; never: number }

const resultsOf = ({ samples }: Row): Result[] => samples.flatMap(({ results }) => results)

function figuresOf(results: Result[], of: Quantity = 'first'): Figures {
  const values = results.map(result => result[of])
  return {
    median: rankOf(values, 0.5),
    ninetieth: rankOf(values, 0.9),
    never: shareOf(results, ({ first }) => first === Number.POSITIVE_INFINITY),
  }
}

function mainTable(rows: Row[]): string {
  const headings = ['', 'first offer: median', '90th', 'on the wall clock', 'enough offers: median', '90th']
  return tableOf(
    [...headings, 'filled', 'never', 'calls'],
    rows.map(row => {
      const results = resultsOf(row)
      const [first, onWall, enough] = [
        figuresOf(results),
        figuresOf(results, 'firstOnWall'),
        figuresOf(results, 'enough'),
      ]
      return [
        row.name,
        inMinutes(first.median),
        inMinutes(first.ninetieth),
        `${inMinutes(onWall.median)} / ${inMinutes(onWall.ninetieth)}`,
        inMinutes(enough.median),
        inMinutes(enough.ninetieth),
        percent(shareOf(results, ({ isFilled }) => isFilled)),
        percent(first.never),
        meanOf(results.map(({ calls }) => calls)).toFixed(0),
      ]
    }),
  )
}

function spreadTable(rows: Row[]): string {
  const range = (values: number[]) => `${inMinutes(Math.min(...values))}–${inMinutes(Math.max(...values))}`
  return tableOf(
    ['', 'first offer: median, lowest–highest', '90th, lowest–highest'],
    rows.map(({ name, samples }) => {
      const size = samples.length / BATCHES
      const batches = Array.from({ length: BATCHES }, (_, at) =>
        figuresOf(resultsOf({ name, samples: samples.slice(at * size, (at + 1) * size) })),
      )
      return [
        name,
        range(batches.map(({ median }) => median)),
        range(batches.map(({ ninetieth }) => ninetieth)),
      ]
    }),
  )
}

const urgencyTable = (rows: Row[]): string =>
  tableOf(
    ['first offer, median / 90th (never)', ...Urgency.options],
    rows.map(row => [
      row.name,
      ...Urgency.options.map(urgency =>
        timesOf(figuresOf(resultsOf(row).filter(result => result.urgency === urgency))),
      ),
    ]),
  )

function donorsTable(rows: Row[]): string {
  const most = 'most in 7 days: default (limit 2)'
  return tableOf(
    ['', 'mean', '95th', 'maximum', 'have paused', most, 'as often as needed (limit 7)'],
    rows.map(({ name, samples }) => {
      const donors = samples.flatMap(sample => sample.donors)
      const counts = donors.map(({ alerts }) => alerts)
      const mostOf = (wanted: AlertFrequency) =>
        rankOf(
          donors.filter(({ frequency }) => frequency === wanted).map(({ mostInWeek }) => mostInWeek),
          1,
        )
      return [
        name,
        meanOf(counts).toFixed(1),
        String(rankOf(counts, 0.95)),
        String(rankOf(counts, 1)),
        percent(shareOf(donors, ({ hasPaused }) => hasPaused)),
        String(mostOf('two-a-week')),
        String(mostOf('as-needed')),
      ]
    }),
  )
}

const otherTable = (rows: Results['otherPeople']): string =>
  tableOf(
    ['', 'calling the exact list', 'the product', 'goal'],
    rows.map(({ product, exact }) => [
      product.name,
      times(exact),
      times(product),
      hasReached(product, exact) ? 'reached' : 'missed',
    ]),
  )

const gridTable = (cells: Results['grid'], exact: Row): string =>
  tableOf(
    ['accept, if seen', ...new Set(cells.map(({ push }) => `push ${percent(push)}`))],
    [...Map.groupBy(cells, ({ acceptance }) => acceptance)].map(([acceptance, line]) => [
      percent(acceptance),
      ...line.map(({ row }) => {
        const mark = hasReached(row, exact) ? '**' : isSlower(row, exact) ? '*' : ''
        return `${mark}${times(row)}${mark}`
      }),
    ]),
  )

/** Whether the goal is reached: a third of the caller's times, and few requests that nobody answers. */
export function hasReached(product: Row, exact: Row, of: Quantity = 'first'): boolean {
  const [ours, caller] = [figuresOf(resultsOf(product), of), figuresOf(resultsOf(exact), of)]
  return (
    ours.median <= caller.median * GOAL.ratio &&
    ours.ninetieth <= caller.ninetieth * GOAL.ratio &&
    ours.never <= GOAL.never
  )
}

function isSlower(product: Row, exact: Row): boolean {
  const [ours, caller] = [figuresOf(resultsOf(product)), figuresOf(resultsOf(exact))]
  return ours.median > caller.median || ours.ninetieth > caller.ninetieth || ours.never > caller.never
}

function verdict(product: Row, exact: Row, of: Quantity = 'first'): string {
  const [ours, caller] = [figuresOf(resultsOf(product), of), figuresOf(resultsOf(exact), of)]
  const median = (ours.median / caller.median).toFixed(2)
  const ninetieth = (ours.ninetieth / caller.ninetieth).toFixed(2)
  const judgement = hasReached(product, exact, of) ? 'reached' : '**missed**'
  return `${judgement}; ${median} of the median, ${ninetieth} of the 90th percentile, ${percent(ours.never)} never.`
}

const times = (row: Row) => timesOf(figuresOf(resultsOf(row)))

const timesOf = ({ median, ninetieth, never }: Figures) =>
  `${inMinutes(median)} / ${inMinutes(ninetieth)} (${percent(never)})`

const inMinutes = (minutes: number) =>
  minutes === Number.POSITIVE_INFINITY ? 'never' : minutes.toFixed(minutes < 20 ? 1 : 0)

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
