import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendStreamedJson } from './streamed-json.ts'

const Documented = z.object({
  name: z.string(),
  donors: z.array(z.object({ fullName: z.string() })),
  note: z.nullable(z.string()),
})

type Donors = { fullName: string; contactNumber?: string }[]

async function* pages(...given: (Donors | Error)[]) {
  for (const page of given) {
    if (page instanceof Error) throw page
    yield page
  }
}

const app = Fastify()
let donors: () => AsyncIterable<Donors> | Donors
app.get('/document', (_req, reply) =>
  sendStreamedJson(reply, Documented, { name: '"A"', donors: donors(), note: null, secret: 'hash' }),
)
const address = await app.listen({ port: 0 })
afterAll(() => app.close())

const read = (given: typeof donors) => {
  donors = given
  return fetch(`${address}/document`)
}

test.each([
  [[], []],
  [[[], []], []],
  [[[{ fullName: 'Rima' }]], ['Rima']],
  [
    [[{ fullName: 'Rima' }, { fullName: 'Nadia' }], [{ fullName: 'Karim' }]],
    ['Rima', 'Nadia', 'Karim'],
  ],
])('the pages %j become one list', async (given, names) => {
  const reply = await read(() => pages(...given))
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const list = names.map(fullName => ({ fullName }))
  expect(await reply.json()).toEqual({ name: '"A"', donors: list, note: null })
})

test('fields that the schema does not name are not sent, neither of a page nor of a list', async () => {
  const row = { fullName: 'Rima', contactNumber: '01712345678' }
  for (const given of [() => pages([row]), () => [row]])
    expect(await (await read(given)).text()).not.toMatch(/01712345678|hash/)
})

test('a failure before the first page is answered with an error', async () => {
  expect((await read(() => pages(new Error('away')))).status).toBe(500)
})

test('a later failure aborts the connection, so that a partial document does not look complete', async () => {
  const reply = await read(() => pages([{ fullName: 'Rima' }], new Error('away')))
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow()
})
