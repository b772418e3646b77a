import { test } from 'vitest'
import { startFuzzing } from '../testing/fuzz/fuzz.ts'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'

/** The same calls each time; `npm run test:long` tries others. */
const SEED = Number(process.env.FUZZ_SEED ?? 2026)
const RUNS = Number(process.env.FUZZ_RUNS ?? 1)

const { fuzz } = await startFuzzing(SEED)
const endpoints = (await everyEndpoint()).map(
  endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
)

test.each(endpoints)('%s follows its contract for any input from any caller', (_, endpoint) =>
  fuzz(endpoint, RUNS),
)
