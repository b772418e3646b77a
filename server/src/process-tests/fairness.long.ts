import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../operations/storage/migrate.ts'
import { createPool } from '../platform/database/connection.ts'
import { storeLargeCampus } from '../testing/large-campus/store-large-campus.ts'
import { newCaller } from '../testing/person.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../testing/running-product.ts'

/** The number of connections in the attack that was reported. */
const CONNECTIONS = 24
const MEASURED_CALLS = 300
const MAX_MEDIAN_MS = 20
const NO_NUMBER_LIMITS = { NUMBERS_PER_HOUR: '0', NUMBERS_PER_DAY: '0' }

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Fills the data folder with the large campus and stops the product again. */
async function fillCampus(dataDir: string) {
  const product = await startProduct({ dataDir })
  const owner = createPool(connectionTo(dataDir), () => {}, { hasTimeouts: false })
  await migrate(owner)
  const client = new pg.Client(connectionTo(dataDir))
  await client.connect()
  const known = await storeLargeCampus(client)
  await client.end()
  await owner.end()
  await product.stop()
  return known
}

/** Makes one call over a connection of the agent. @returns the status, the duration and the body */
async function get(
  product: RunningProduct,
  { path, cookie, agent }: { path: string; cookie: string; agent: Agent },
) {
  const begunAt = performance.now()
  const sent = request({ host: '127.0.0.1', port: product.port, path, headers: { cookie }, agent }).end()
  const [res] = await once(sent, 'response')
  let text = ''
  for await (const part of res) text += part
  return { status: Number(res.statusCode), ms: performance.now() - begunAt, text }
}

async function cookieOf(product: RunningProduct, { email, password }: { email: string; password: string }) {
  const person = newCaller(product.url)
  await person.call(signIn, { body: { email, password } })
  return person.cookie ?? ''
}

/** Loads page after page of the largest size, of lists that nobody else loads, until it is stopped. */
function attack(product: RunningProduct, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let isOver = false
  let calls = 0
  const groups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']
  const requestPages = async (at: number) => {
    const list = `/api/donors?bloodGroup=${encodeURIComponent(groups[at % groups.length] ?? 'O+')}&limit=${300 - at}`
    let path = list
    while (!isOver) {
      const { status, text } = await get(product, { path, cookie, agent })
      calls += 1
      const next = status === 200 ? JSON.parse(text).next : null
      path = next === null ? list : `${list}&after=${next}`
    }
  }
  const all = Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => requestPages(at)))
  return {
    end: async () => {
      isOver = true
      await all
      agent.destroy()
      return calls
    },
  }
}

/** The median duration of another member's calls, made one after another. */
async function medianOf(product: RunningProduct, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let call = 0; call < MEASURED_CALLS; call += 1) {
    const { status, ms } = await get(product, { path: '/api/blood-requests/mine', cookie, agent })
    expect(status).toBe(200)
    times.push(ms)
  }
  agent.destroy()
  return median(times)
}

test('a member is served fast while another one loads lists over 24 connections', async ({ annotate }) => {
  const dataDir = await aDataFolder()
  const known = await fillCampus(dataDir)
  const medians: Record<string, number> = {}
  let attackCalls = 0
  for (const [name, environment] of Object.entries({
    unlimited: { ...NO_NUMBER_LIMITS, CALLS_PER_ACCOUNT: '0' },
    limited: NO_NUMBER_LIMITS,
  })) {
    const product = await startProduct({ dataDir, environment })
    const [attacker, member] = [await cookieOf(product, known.donor), await cookieOf(product, known.member)]
    medians[`${name}, alone`] = await medianOf(product, member)
    const { end } = attack(product, attacker)
    medians[name] = await medianOf(product, member)
    attackCalls += await end()
    await product.stop()
  }
  const shown = Object.entries(medians).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
  await annotate(
    JSON.stringify({
      tried: `median of one member while another has ${CONNECTIONS} connections: ${shown.join(', ')}`,
      trials: attackCalls,
      faults: Number((medians.limited ?? Number.NaN) >= MAX_MEDIAN_MS),
    }),
    'figures',
  )
  expect(medians.limited).toBeLessThan(MAX_MEDIAN_MS)
})
