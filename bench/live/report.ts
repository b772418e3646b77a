import { quantile, ratioOf } from '../statistics.ts'
import { tableOf } from '../table.ts'
import {
  HINT_GOALS_MS,
  type LiveFigures,
  type LoadFigures,
  MAX_KILOBYTES,
  MAX_LATENCY_RATIO,
  MIN_POSTING_RATIO,
} from './figures.ts'

/** What was measured of live updates, as a section of the results. */
export function liveInMarkdown({
  listeners,
  lastHint,
  kilobytesPerListener,
  posting,
  load,
}: LiveFigures): string {
  const p99 = quantile(lastHint, 0.99)
  const ratio = ratioOf(posting.with, posting.without).median
  return [
    '## Live updates',
    [
      `W9 opens ${listeners} streams of one server and measures ${lastHint.length} times from a commit until the last listener has the`,
      'hint. The server polls twice a second, so that half a second is the least that the slowest can take. The listeners',
      'run on the same machine. Posting is W5 with 16 connections.',
    ].join('\n'),
    tableOf(
      ['W9', 'measured', 'floor', 'goal', 'reached'],
      [
        [
          'commit to the last listener, p99 in ms',
          `${p99.toFixed(0)} (median ${quantile(lastHint, 0.5).toFixed(0)})`,
          ...[String(HINT_GOALS_MS.floor), String(HINT_GOALS_MS.goal)],
          p99 <= HINT_GOALS_MS.goal ? 'goal' : reached(p99 <= HINT_GOALS_MS.floor),
        ],
        [
          'memory for each listener, kB',
          ...[kilobytesPerListener.toFixed(1), String(MAX_KILOBYTES), '–'],
          reached(kilobytesPerListener <= MAX_KILOBYTES),
        ],
        [
          'posting with listeners / without',
          ...[`${ratio.toFixed(2)} ×`, `${MIN_POSTING_RATIO} ×`, '–', reached(ratio >= MIN_POSTING_RATIO)],
        ],
      ],
    ),
    ...(load ? [loadInWords(load)] : []),
  ].join('\n\n')
}

const reached = (isReached: boolean) => (isReached ? 'floor' : '**neither**')

function loadInWords({ minutes, postsPerSecond, posted, lost, calls, memory }: LoadFigures) {
  const [without, withListeners] = [quantile(calls.without, 0.99), quantile(calls.with, 0.99)]
  const ratio = withListeners / without
  return [
    `**Load.** For ${minutes} minutes ${postsPerSecond} requests a second were posted (${posted} in all). Listeners lost: ${lost}. A member's own`,
    `requests took ${withListeners.toFixed(1)} ms (p99; median ${quantile(calls.with, 0.5).toFixed(1)} ms) with listeners and ${without.toFixed(1)} ms without (median`,
    `${quantile(calls.without, 0.5).toFixed(1)} ms): ${ratio.toFixed(2)} times as long, at most ${MAX_LATENCY_RATIO} allowed. Memory of the server in MB, every half minute:`,
    `${memory.map(megabytes => megabytes.toFixed(0)).join(', ')}.`,
  ].join('\n')
}
