import type { AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { tableOf } from '../figures.ts'
import { meanOf, type Result, rankOf, type Sample, shareOf } from './measures.ts'
import { CENTRAL } from './parameters.ts'

/** What the campuses of a scenario show. */
export type Row = Sample & { name: string; campuses: number }

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

/** The heading with which the figures begin in `simulation.md`. What stands above it is written by hand. */
export const FIRST_HEADING = '## Central values'

/** The results as the figures of `simulation.md`. */
export function inMarkdown({ main, otherPeople, tenTimes, grid }: Results): string {
  const [exact, , product, mailOnly] = main as [Row, Row, Row, Row]
  const [exactOfTen, , productOfTen] = tenTimes as [Row, Row, Row]
  const gridCampuses = grid[0]?.row.campuses ?? 0
  /** The caller among the same people as those of the grid. */
  const exactOfGrid = { ...exact, results: exact.results.slice(0, gridCampuses * CENTRAL.bloodRequests) }
  return [
    FIRST_HEADING,
    mainTable(main),
    `**The goal** at central values (median and 90th percentile at most a third of those of calling the exact list, at most 2 % never answered): ${verdict(product, exact)}`,
    `On the wall clock, with the quiet hours: ${verdict(product, exact, 'firstOnWall')}`,
    `With mail only, which is the product without push: ${verdict(mailOnly, exact)}`,
    `How the figures vary: the medians of ${BATCHES} groups of ${product.campuses / BATCHES} campuses.`,
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

type Quantity = 'first' | 'enough' | 'firstOnWall'

type Figures = { median: number; ninetieth: number; never: number }

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
    rows.map(({ name, results }) => {
      const first = figuresOf(results)
      const onWall = figuresOf(results, 'firstOnWall')
      const enough = figuresOf(results, 'enough')
      return [
        name,
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
    rows.map(({ name, results }) => {
      const size = results.length / BATCHES
      const batches = Array.from({ length: BATCHES }, (_, at) =>
        figuresOf(results.slice(at * size, (at + 1) * size)),
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
        timesOf(figuresOf(row.results.filter(result => result.urgency === urgency))),
      ),
    ]),
  )

function donorsTable(rows: Row[]): string {
  const most = 'most in 7 days: default (limit 2)'
  return tableOf(
    ['', 'mean', '95th', 'maximum', 'have paused', most, 'as often as needed (limit 7)'],
    rows.map(({ name, donors }) => {
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
      compare(product, exact).hasReached ? 'reached' : 'missed',
    ]),
  )

const gridTable = (cells: Results['grid'], exact: Row): string =>
  tableOf(
    ['accept, if seen', ...new Set(cells.map(({ push }) => `push ${percent(push)}`))],
    [...Map.groupBy(cells, ({ acceptance }) => acceptance)].map(([acceptance, line]) => [
      percent(acceptance),
      ...line.map(({ row }) => {
        const { hasReached, isSlower } = compare(row, exact)
        const mark = hasReached ? '**' : isSlower ? '*' : ''
        return `${mark}${times(row)}${mark}`
      }),
    ]),
  )

/** Compares the product with the caller: whether it reaches the goal, and whether it is slower in one of the three. */
export function compare(product: Row, exact: Row, of: Quantity = 'first') {
  const [ours, caller] = [figuresOf(product.results, of), figuresOf(exact.results, of)]
  const [median, ninetieth] = [ours.median / caller.median, ours.ninetieth / caller.ninetieth]
  const { never } = ours
  return {
    median,
    ninetieth,
    never,
    hasReached: median <= GOAL.ratio && ninetieth <= GOAL.ratio && never <= GOAL.never,
    isSlower: median > 1 || ninetieth > 1 || never > caller.never,
  }
}

function verdict(product: Row, exact: Row, of?: Quantity): string {
  const { median, ninetieth, never, hasReached } = compare(product, exact, of)
  return `${hasReached ? 'reached' : '**missed**'}; ${median.toFixed(2)} of the median, ${ninetieth.toFixed(2)} of the 90th percentile, ${percent(never)} never.`
}

const times = (row: Row) => timesOf(figuresOf(row.results))

const timesOf = ({ median, ninetieth, never }: Figures) =>
  `${inMinutes(median)} / ${inMinutes(ninetieth)} (${percent(never)})`

const inMinutes = (minutes: number) =>
  minutes === Number.POSITIVE_INFINITY ? 'never' : minutes.toFixed(minutes < 20 ? 1 : 0)

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
