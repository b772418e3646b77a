import { tableOf } from '../table.ts'
import type { Cost, CostFigures } from './figures.ts'

/** What calls cost, as a section of the results. */
export function costsInMarkdown({ costs, connections, megabytes, databaseMegabytes }: CostFigures): string {
  return [
    '## What one call costs',
    [
      'Processor time in µs of the server’s process and of all processes of PostgreSQL, with 16 connections: the median of',
      'three rounds. *From memory* is a reply that the server keeps until something changes. Bytes are those of the body,',
      'compressed as for a browser. The last two columns say how many such calls a second fill one processor.',
    ].join('\n'),
    tableOf(
      [
        'call',
        'server, µs',
        'PostgreSQL, µs',
        'bytes',
        'calls a second for one server',
        'for one processor of PostgreSQL',
      ],
      costs.map(costRow),
    ),
    `The server held ${connections} connections to PostgreSQL and ${megabytes.toFixed(0)} MB of memory. The database has ${databaseMegabytes.toFixed(0)} MB.`,
  ].join('\n\n')
}

const costRow = ({ name, isCached, server, database, bytes }: Cost) => [
  isCached ? `${name}, from memory` : name,
  ...[inWhole(server), inWhole(database), inWhole(bytes)],
  ...[perSecond(server), perSecond(database)],
]

const inWhole = (value: number) => Math.round(value).toLocaleString('en-US')

/** With less than a microsecond, the kernel's counter says nothing. */
const perSecond = (microseconds: number) => (microseconds < 1 ? '–' : inWhole(1e6 / microseconds))
