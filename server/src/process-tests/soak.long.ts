import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { NO_POSTING_LIMITS } from '../testing/environments/no-posting-limits.ts'
import { runMixedLoad } from '../testing/processes/mixed-load.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'

const MINUTES = 30
/** The engine compiles frequently used code and sizes its heap in this time. */
const WARM_UP_MINUTES = 10
/** The variation between two samples that uncollected garbage causes. */
const NOISE = 1.1
/** Other load on the machine slows single minutes; a fault of the server slows all of the last ones. */
const STEADY = 2

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN

/** The resident memory of a process in MB (`proc_pid_status(5)`). */
async function residentMb(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

test('memory and response times stay the same over thirty minutes of mixed load', {
  timeout: 45 * 60_000,
}, async ({ annotate }) => {
  const product = await startProduct({ dataDir: await aDataFolder(), environment: NO_POSTING_LIMITS })
  const minutes: { p99Ms: number; memoryMb: Promise<number> }[] = []
  const faults: string[] = []
  let calls = 0
  await runMixedLoad(product, MINUTES, minute => {
    calls += minute.durationsMs.length
    faults.push(...minute.faults)
    minutes.push({ p99Ms: p99(minute.durationsMs), memoryMb: residentMb(product.pid) })
  })
  const memory = await Promise.all(minutes.map(({ memoryMb }) => memoryMb))
  const times = minutes.map(({ p99Ms }) => p99Ms)
  const earlyOf = (values: number[]) => median(values.slice(WARM_UP_MINUTES, WARM_UP_MINUTES + 5))
  const lateOf = (values: number[]) => median(values.slice(-5))
  const shown = (values: number[]) => `${earlyOf(values).toFixed(0)} → ${lateOf(values).toFixed(0)}`
  await annotate(
    JSON.stringify({
      tried: `mixed load for ${MINUTES} minutes, minutes 11–15 → 26–30: memory ${shown(memory)} MB, p99 ${shown(times)} ms`,
      trials: calls,
      faults: faults.length,
    }),
    'figures',
  )
  expect(faults).toEqual([])
  expect(memory).toHaveLength(MINUTES)
  expect(lateOf(memory)).toBeLessThan(earlyOf(memory) * NOISE)
  expect(lateOf(times)).toBeLessThan(earlyOf(times) * STEADY)
})
