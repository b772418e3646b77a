import { setTimeout as pause } from 'node:timers/promises'
import { MAX_STREAMS_PER_ACCOUNT } from '@blood-bank/contract/live'
import { callsOf, signIn } from '../calls.ts'
import { sendLoad } from '../load/send.ts'
import { workloadOf } from '../workloads.ts'
import type { LiveFigures } from './figures.ts'
import { connectListeners, type Listeners } from './listeners.ts'
import { measureLoad } from './load.ts'
import { type Measured, removePosts, residentKilobytes, sendersOf } from './server.ts'

export type LiveOptions = { listeners: number; minutes: number }

const COMMITS = 100
const POSTS = 3_000
const ROUNDS = 3
/** Until garbage is collected and the memory is what is needed. */
const REST_MS = 5_000
/** The server polls twice a second; commits must not keep step with it. */
const MAX_GAP_MS = 1_000

/** Measures W9, and with `minutes` a long load. It changes the age of requests only. */
export async function measureLive(
  setup: Measured,
  { listeners: count, minutes }: LiveOptions,
  report: (line: string) => void,
): Promise<LiveFigures> {
  const { product, members } = setup
  report('Signing the listeners in')
  const accounts = members.signers.slice(0, Math.ceil(count / MAX_STREAMS_PER_ACCOUNT))
  const cookies: string[] = []
  for (const { email } of accounts) cookies.push(await signIn(product, email, product.password))
  const open = () => connectListeners(product.url, cookies, count)

  await post(setup)
  await pause(REST_MS)
  const before = await residentKilobytes(product.pid)
  report(`Opening ${count} streams`)
  let listeners = await open()
  await pause(REST_MS)
  const kilobytesPerListener = ((await residentKilobytes(product.pid)) - before) / count

  report('Waiting for hints')
  const lastHint = await measureHints(setup, listeners)
  const posting: LiveFigures['posting'] = { without: [], with: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    report(`Posting, round ${round + 1} of ${ROUNDS}`)
    posting.with.push(await post(setup))
    listeners.close()
    posting.without.push(await post(setup))
    listeners = await open()
  }
  listeners.close()
  const load = minutes > 0 ? await measureLoad({ setup, open, minutes, report }) : null
  await setup.reset()
  return { listeners: count, lastHint, kilobytesPerListener, posting, load }
}

async function measureHints({ db }: Measured, listeners: Listeners): Promise<number[]> {
  const durations: number[] = []
  for (let commit = 0; commit < COMMITS; commit += 1) {
    await pause(Math.random() * MAX_GAP_MS)
    const received = listeners.everyHint()
    await db.query(TOUCH_REQUEST)
    const committedAt = performance.now()
    await received
    durations.push(performance.now() - committedAt)
  }
  return durations
}

/** Every member is told, and the list stays the same. */
const TOUCH_REQUEST = `
  update blood_requests set additional_info = additional_info
   where id = (select id from blood_requests where status = 'active' limit 1)`

/** @returns posts per second */
async function post(setup: Measured): Promise<number> {
  const senders = sendersOf(setup)
  const { perSecond } = await sendLoad({
    ...{ url: setup.targets.ours.url, connections: 16, calls: POSTS },
    callsOf: nth => callsOf(workloadOf('W5'), nth, senders),
  })
  await removePosts(setup)
  return perSecond
}
