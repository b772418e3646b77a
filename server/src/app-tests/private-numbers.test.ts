import { revealDonorNumber } from '@blood-bank/contract/offers/contact-reveals'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog } from '../platform/http/log.ts'
import { containsNumber } from '../testing/fuzz/faults/leaks.ts'
import { pathsOf, queriesOf } from '../testing/fuzz/inputs/addresses.ts'
import { inputsOf } from '../testing/fuzz/inputs/inputs-of.ts'
import { cookieOf, KINDS, type Kind, KNOWN, populate, SECRETS } from '../testing/fuzz/population.ts'
import { createRowSnapshot } from '../testing/fuzz/row-snapshot.ts'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'
import { withRoutes } from '../testing/http/registered-routes.ts'
import { aPagesFolder } from '../testing/pages-folder.ts'
import { ORIGIN } from '../testing/person.ts'
import { startTestApp } from '../testing/test-app.ts'
import { samples } from '../testing/test-scope.ts'

/** Generated addresses of a route, and generated changes of an endpoint, for each kind of person. */
const ADDRESSES = samples({ gate: 2, all: 10 })
const CHANGES = samples({ gate: 1, all: 4 })

const lines: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) })
const pagesFolder = await aPagesFolder()
const bank = await withRoutes(() => startTestApp({}, { pagesFolder, log }))
await populate(bank.owner)
const rows = await createRowSnapshot(bank.owner)
const endpoints = await everyEndpoint()

type Sent = { method: string; url: string; body?: unknown; headers?: Record<string, string> }

/** The reply as text with its headers. Fails if it reveals a private number. */
async function replyTo(kind: Kind, { method, url, body, headers }: Sent) {
  const res = await bank.app.inject({
    method: method as 'POST',
    url,
    headers: { origin: ORIGIN, cookie: cookieOf(kind) ?? '', ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  const replyText = `${JSON.stringify(res.headers)}\n${res.body}`
  const numbers = SECRETS.numbers.filter(number => kind !== 'member' || number !== SECRETS.ownNumber)
  for (const number of numbers)
    if (containsNumber(replyText, number))
      expect.fail(`${method} ${url} reveals to ${kind} the number ${number}`)
  return { status: res.statusCode, replyText }
}

test.each([
  ['+8801799887766', '01799-887766'],
  ['+8801799887766', '+880 1799-887766'],
  ['01688776655', '8801688776655'],
  ['8801577665544', '+880 (1577) 665544'],
  ['০১৩৫৫৪৪৩৩২২', '+8801355443322'],
  ['+8801355443322', '০১৩৫৫-৪৪৩৩২২'],
])('the number %s is found in a reply with %s', (number, replyText) => {
  expect(containsNumber(`{"contactNumber":"${replyText}"}`, number)).toBe(true)
  expect(containsNumber(`{"contactNumber":"${replyText.replace(/.$/u, '1')}"}`, number)).toBe(false)
})

test('the private numbers are stored, and searches find their donors', async () => {
  const stored = await bank.owner.selectFrom('donors').select('contactNumber').execute()
  for (const number of SECRETS.numbers) expect(stored).toContainEqual({ contactNumber: number })
  const { replyText } = await replyTo('newcomer', { method: 'GET', url: '/api/donors?bloodGroup=O-' })
  expect(replyText).toContain('"contactNumber":null')
})

/** URLs of a route, with generated ids and queries if the contract defines them. */
function addressesOf(route: string): [string, ...string[]] {
  const [method = '', path = ''] = route.split(' ', 2)
  const endpoint = endpoints.find(endpoint => endpoint.path === path && endpoint.method === method)
  if (!endpoint) return [path.replace('*', ''), `${path.replace('*', 'nothing')}?page=1`]
  const drawn = fc.tuple(pathsOf(endpoint), queriesOf(endpoint.query))
  const urls = fc.sample(drawn, { numRuns: ADDRESSES, seed: 6 }).map(([path, query]) => `${path}?${query}`)
  return [path, `${path}?limit=300`, `${path}?limit=300&bloodGroup=A%2B`, ...urls]
}

const readable = bank.routes.filter(route => route.startsWith('GET '))
test.each(readable)('%s reveals a private number to nobody but its owner', async route => {
  const [plain, ...urls] = addressesOf(route)
  for (const kind of KINDS) {
    await replyTo(kind, { method: 'HEAD', url: plain })
    for (const url of [plain, ...urls]) await replyTo(kind, { method: 'GET', url })
  }
})

const changes = endpoints.filter(({ method }) => method !== 'GET')
test.each(changes.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s reveals a private number to nobody but its owner',
  async (_, endpoint) => {
    const inputs = fc.tuple(
      pathsOf(endpoint),
      endpoint.body ? inputsOf(endpoint.body, KNOWN) : fc.constant({}),
    )
    const calls = fc.sample(inputs, { numRuns: CHANGES, seed: 6 })
    for (const kind of KINDS) {
      let hasChanged = false
      for (const [url, body] of calls) {
        const { status } = await replyTo(kind, { method: endpoint.method, url, body })
        hasChanged ||= status < 300
      }
      if (hasChanged) await rows.reset()
    }
    // Refused calls count towards limits.
    await rows.reset()
  },
)

const ADMINS: Kind[] = ['admin', 'unverifiedAdmin']

test('only an admin who looks up the number of a donor who agreed to it is shown a private number', async () => {
  const donors = await bank.owner
    .selectFrom('donors')
    .select(['id', 'userId'])
    .where('contactNumber', 'in', SECRETS.numbers)
    .execute()
  const lookUp = (kind: Kind, id: string) =>
    replyTo(kind, { method: 'POST', url: revealDonorNumber.path.replace(':id', id) })
  for (const { id } of donors) expect((await lookUp('admin', id)).status).toBe(409)
  const consents = donors.map(({ userId }) => ({ userId, version: CONSENT.version }))
  await bank.owner.insertInto('consents').values(consents).execute()
  for (const { id } of donors)
    for (const kind of KINDS)
      if (ADMINS.includes(kind)) await expect(lookUp(kind, id)).rejects.toThrow('the number')
      else await lookUp(kind, id)
  // A look changes no other reply.
  await replyTo('admin', { method: 'GET', url: '/api/admin/donors?limit=300' })
  await replyTo('admin', { method: 'GET', url: '/api/admin/overview' })
  await rows.reset()
})

test('refusals before routing reveal no private number', async () => {
  const number = SECRETS.numbers[0]
  const refused: Sent[] = [
    { method: 'GET', url: '/api/nothing' },
    { method: 'GET', url: '/%zz' },
    { method: 'OPTIONS', url: '/api/donors' },
    { method: 'PUT', url: '/api/donors/mine', headers: { origin: 'https://evil.example' } },
    { method: 'PUT', url: '/api/donors/mine', body: 'x'.repeat(70_000) },
    { method: 'PUT', url: '/api/donors/mine', body: { contactNumber: number } },
    { method: 'POST', url: '/api/donors', body: { contactNumber: `${number} 1234567890123`, role: number } },
  ]
  for (const kind of KINDS)
    for (const sent of refused) expect((await replyTo(kind, sent)).status).toBeGreaterThanOrEqual(400)
})

test('no mail and no log line contains a private number', async () => {
  for (const kind of ['unverified', 'admin'] as const)
    await replyTo(kind, { method: 'POST', url: '/api/accounts/verification-mails' })
  await bank.mailsTo('nobody@example.edu')
  const { status, replyText } = await replyTo('nobody', { method: 'GET', url: '/dev/mailbox.json' })
  expect([status, replyText]).toEqual([200, expect.stringContaining('Verify your email address')])
  expect(lines.length).toBeGreaterThan(100)
  for (const number of SECRETS.numbers)
    expect(lines.find(line => containsNumber(line, number))).toBeUndefined()
})
