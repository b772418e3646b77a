import { setTimeout as pause } from 'node:timers/promises'
import { callEach } from '../calls.ts'
import { workloadOf } from '../workloads.ts'
import type { LoadFigures } from './figures.ts'
import type { Listeners } from './listeners.ts'
import { type Measured, removePosts, residentKilobytes, sendersOf } from './server.ts'

type Load = {
  setup: Measured
  open: () => Promise<Listeners>
  minutes: number
  report: (line: string) => void
}

const POSTS_PER_SECOND = 20
const MINUTE_MS = 60_000
/** Other calls, one after the other: what a person waits for. */
const CALL_GAP_MS = 40
/** Before there are listeners, for this share of the time with them. */
const SHARE_WITHOUT = 0.2

/** Posts 20 requests a second, first without and then with listeners, and measures what others wait for. */
export async function measureLoad({ setup, open, minutes, report }: Load): Promise<LoadFigures> {
  const calls: LoadFigures['calls'] = { without: [], with: [] }
  const memory: number[] = []
  let posted = 0
  const phase = async (durationMs: number, durations: number[], watch: () => Promise<void>) => {
    const endsAt = performance.now() + durationMs
    const [count] = await Promise.all([
      postUntil(endsAt, setup),
      callUntil(endsAt, setup, durations),
      watchUntil(endsAt, watch),
    ])
    posted += count
  }

  report('Load without listeners')
  // The first calls are slow until the code is compiled.
  await phase(5_000, [], async () => {})
  await phase(minutes * MINUTE_MS * SHARE_WITHOUT, calls.without, async () => {})
  posted = 0
  const listeners = await open()
  const opened = listeners.count()
  report(`Load with ${opened} listeners for ${minutes} minutes`)
  await phase(minutes * MINUTE_MS, calls.with, async () => {
    memory.push((await residentKilobytes(setup.product.pid)) / 1_024)
    report(`${listeners.count()} listeners, ${memory.at(-1)?.toFixed(0)} MB`)
  })
  const lost = opened - listeners.count()
  listeners.close()
  await removePosts(setup)
  return { minutes, postsPerSecond: POSTS_PER_SECOND, posted, lost, calls, memory }
}

async function postUntil(endsAt: number, setup: Measured): Promise<number> {
  const posts: Promise<unknown>[] = []
  for (let at = performance.now(); at < endsAt; at += 1_000 / POSTS_PER_SECOND) {
    await pause(Math.max(0, at - performance.now()))
    posts.push(callEach(workloadOf('W5'), sendersOf(setup)))
  }
  await Promise.all(posts)
  return posts.length
}

async function callUntil(endsAt: number, setup: Measured, durations: number[]) {
  while (performance.now() < endsAt) {
    const calledAt = performance.now()
    await callEach(workloadOf('W4'), sendersOf(setup))
    durations.push(performance.now() - calledAt)
    await pause(CALL_GAP_MS)
  }
}

async function watchUntil(endsAt: number, watch: () => Promise<void>) {
  while (performance.now() < endsAt) {
    await watch()
    await pause(Math.min(MINUTE_MS / 2, Math.max(0, endsAt - performance.now())))
  }
}
