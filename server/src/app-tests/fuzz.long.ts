import { expect, test } from 'vitest'
import { startFuzzing } from '../testing/fuzz/fuzz.ts'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const MIN_CALLS = 20_000

const { fuzz, calls } = await startFuzzing(SEED)
const endpoints = await everyEndpoint()
const RUNS = Number(process.env.FUZZ_RUNS ?? Math.ceil((MIN_CALLS * 1.2) / endpoints.length))

test('every endpoint follows its contract for any input from any caller', async ({ annotate }) => {
  const faults: unknown[] = []
  for (const endpoint of endpoints) await fuzz(endpoint, RUNS).catch(fault => faults.push(fault))
  const tried = `generated calls to ${endpoints.length} endpoints, seed ${SEED}`
  await annotate(JSON.stringify({ tried, trials: calls(), faults: faults.length }), 'figures')
  expect(faults.map(String)).toEqual([])
  if (process.env.FUZZ_RUNS === undefined) expect(calls()).toBeGreaterThanOrEqual(MIN_CALLS)
})
