import type { AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import { COMPONENT_LABELS, COMPONENTS, type Component } from '@blood-bank/contract/donors/components'
import { tableOf } from '../figures.ts'
import { POSTED_WITHIN_DAYS } from './blood-requests.ts'
import { compare, figuresOf, meanOf, type Quantity, type Row, rankOf, shareOf } from './measures.ts'
import { CENTRAL } from './parameters.ts'

type Cell = { texts: number; push: number; row: Row }

export type Results = {
  /** Calling the exact list, the product, calling the compatible list, and the product with mail only. */
  main: Row[]
  /** Each with the caller who has the exact list among the same people. */
  otherPeople: { product: Row; exact: Row }[]
  /** A quarter of the donors are kept, and called by nobody or by coordinators. */
  kept: Row[]
  texts: Cell[]
  /** Half of the requests are for platelets; by the share of donors who said yes to giving them by machine. */
  platelets: { alsoPlatelets: number; row: Row }[]
}

/** The heading with which the figures begin in `simulation.md`. What stands above it is written by hand. */
export const FIRST_HEADING = '## Central values'

/** The results as the figures of `simulation.md`. */
export function inMarkdown({ main, otherPeople, kept, texts, platelets }: Results): string {
  const [exact, product] = main as [Row, Row]
  const { lookMinutes, callMinutes } = CENTRAL.coordinators
  const textCampuses = texts[0]?.row.campuses ?? 0
  /** The caller in the first campuses. */
  const first = exact.results.slice(0, textCampuses * CENTRAL.bloodRequests)
  const exactUrgent = urgentOf({ ...exact, results: first })
  const urgent = texts.map(cell => ({ ...cell, row: urgentOf(cell.row) }))
  return [
    FIRST_HEADING,
    mainTable(main),
    `**The goal** at central values (median and 90th percentile at most a third of those of calling the exact list, at most 2 % never answered): ${verdict(product, exact)}`,
    `On the wall clock, with the quiet hours: ${verdict(product, exact, 'firstOnWall')}`,
    alertsOfDonors(product),
    '## Text messages',
    `The first offer for urgent requests, which alone are texted; ${textCampuses} campuses for each figure. A caller with the exact list takes ${times(exactUrgent)}. **Bold** reaches the goal.`,
    textsTable(urgent, exactUrgent),
    '## Other people',
    'Each line simulates the product and calling the exact list among the same people. Minutes to the first offer.',
    otherTable(otherPeople),
    '## Donors without an account',
    `A quarter of the donors have none: no alert or search finds them. Coordinators look every ${lookMinutes} minutes which requests wait, and call one donor after the other, each for ${callMinutes} minutes; they reach as many as a requester does.`,
    keptTable(kept),
    '## Platelets',
    `Half of the requests are for platelets, in equal parts from one donor by machine and from several; ${platelets[0]?.row.campuses ?? 0} campuses for each line. Minutes to the first offer. *Few* requests by machine found fewer donors who said yes than their first wave asks.`,
    plateletsTable(platelets),
    '',
  ].join('\n\n')
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

function alertsOfDonors({ donors }: Row): string {
  const counts = donors.map(({ alerts }) => alerts)
  const mostOf = (wanted: AlertFrequency) =>
    rankOf(
      donors.filter(({ frequency }) => frequency === wanted).map(({ mostInWeek }) => mostInWeek),
      1,
    )
  return `Alerts per donor in four weeks: ${meanOf(counts).toFixed(1)} in the mean, one in twenty at least ${rankOf(counts, 0.95)}, at most ${rankOf(counts, 1)}; in seven days at most ${mostOf('two-a-week')}, or ${mostOf('as-needed')} as often as needed. ${percent(shareOf(donors, ({ hasPaused }) => hasPaused))} have paused them.`
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

const keptTable = (rows: Row[]): string =>
  tableOf(
    ['', 'first offer', 'units given', 'calls a day'],
    rows.map(row => [
      row.name,
      times(row),
      percent(sumOf(row, 'unitsGiven') / sumOf(row, 'units')),
      String(Math.round(sumOf(row, 'callsOfCoordinators') / row.campuses / POSTED_WITHIN_DAYS)),
    ]),
  )

const sumOf = ({ results }: Row, of: 'units' | 'unitsGiven' | 'callsOfCoordinators') =>
  results.reduce((sum, result) => sum + result[of], 0)

const plateletsTable = (cells: Results['platelets']): string =>
  tableOf(
    ['said yes', ...COMPONENTS.map(component => COMPONENT_LABELS[component].toLowerCase()), 'few'],
    cells.map(({ alsoPlatelets, row }) => [
      percent(alsoPlatelets),
      ...COMPONENTS.map(component => times(ofComponent(row, component))),
      percent(shareOf(ofComponent(row, 'apheresis-platelets').results, ({ hasFewDonors }) => hasFewDonors)),
    ]),
  )

const ofComponent = (row: Row, component: Component): Row => {
  return { ...row, results: row.results.filter(result => result.component === component) }
}

/** The times by the share of donors with texts, in lines, and with push. */
const textsTable = (cells: Cell[], exact: Row) =>
  tableOf(
    ['', ...new Set(cells.map(({ push }) => `push ${percent(push)}`))],
    [...Map.groupBy(cells, ({ texts }) => texts)].map(([texts, cells]) => [
      `texts to ${percent(texts)}`,
      ...cells.map(({ row }) => {
        const mark = compare(row, exact).hasReached ? '**' : ''
        return `${mark}${times(row)}${mark}`
      }),
    ]),
  )

const urgentOf = (row: Row): Row => {
  return { ...row, results: row.results.filter(({ urgency }) => urgency === 'urgent') }
}

function verdict(product: Row, exact: Row, of?: Quantity): string {
  const { median, ninetieth, never, hasReached } = compare(product, exact, of)
  return `${hasReached ? 'reached' : '**missed**'}; ${median.toFixed(2)} of the median, ${ninetieth.toFixed(2)} of the 90th percentile, ${percent(never)} never.`
}

function times(row: Row): string {
  const { median, ninetieth, never } = figuresOf(row.results)
  return `${inMinutes(median)} / ${inMinutes(ninetieth)} (${percent(never)})`
}

const inMinutes = (minutes: number) =>
  minutes === Number.POSITIVE_INFINITY ? 'never' : minutes.toFixed(minutes < 20 ? 1 : 0)

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
