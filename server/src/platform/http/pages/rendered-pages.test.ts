import { brotliDecompressSync } from 'node:zlib'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import type { PageReply } from '@blood-bank/contract/pages/rendering'
import { listOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { listUsers } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { AN_ID, everyEndpoint, pathOf } from '../../../testing/http/every-endpoint.ts'
import { type FakeState, renderer } from '../../../testing/page-renderer.ts'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import type { Person } from '../../../testing/person.ts'
import { storeDonor } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { createLog } from '../log.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'error' }, { write: line => void lines.push(line) })
const pagesFolder = await aPagesFolder()
const bank = await startTestApp({ NUMBERS_PER_HOUR: '2', NUMBERS_PER_DAY: '2' }, { pagesFolder, log })
const strictBank = await startTestApp(
  { ADMINS_NEED_PASSKEY: 'true', ALLOWED_EMAIL_DOMAINS: 'example.edu' },
  { pagesFolder },
)
const GROUPS = { one: 'A+', another: 'AB-', third: 'B-' } as const
const donorOf = (bloodGroup: 'A+' | 'AB-' | 'B-', number: number) => ({
  bloodGroup,
  contactNumber: `+88017${number}`.padEnd(14, '1'),
  allowContactVisibility: true,
})
for (const { db } of [bank, strictBank]) {
  await storeDonor(db, donorOf(GROUPS.one, 1))
  await storeDonor(db, donorOf(GROUPS.one, 2))
  await storeDonor(db, donorOf(GROUPS.another, 3))
}

const SEARCH = '/find-donors?bloodGroup=A%2B'
const UNKNOWN = 'Verifying access...'

afterEach(() => {
  Object.assign(renderer, { held: null, failure: null })
  lines.length = 0
})

type Page = Awaited<ReturnType<Person['send']>>
const open = (person: Person, path: string, headers: Record<string, string> = {}) =>
  person.send('GET', path, { headers })
const headingOf = ({ text }: Pick<Page, 'text'>) => /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? null
const stateOf = ({ text }: Pick<Page, 'text'>): FakeState | null => {
  const [, json] = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(text) ?? []
  return json === undefined ? null : JSON.parse(json)
}
const repliesOf = (page: Page): PageReply[] => stateOf(page)?.replies ?? []

const PEOPLE = {
  visitor: async () => bank.stranger(),
  unverified: () => bank.signedInAs({ emailVerified: false }),
  member: () => bank.signedInAs(),
  admin: () => bank.signedInAs({ role: 'admin' }),
  'admin without a passkey': () => strictBank.signedInAs({ role: 'admin' }),
  'member of an older consent': async () => {
    const member = await bank.signedInAs()
    const consents = bank.db.updateTable('consents').set({ version: '2026-11-2' })
    await consents.where('userId', '=', member.id).execute()
    return member
  },
  'suspended member': async () => {
    const member = await bank.signedInAs()
    const suspended = bank.db.updateTable('users').set({ suspendedAt: new Date() })
    await suspended.where('id', '=', member.id).execute()
    return member
  },
  'member whose role was changed': async () => {
    const member = await bank.signedInAs()
    const ended = bank.db.updateTable('sessions').set({ expiresAt: new Date(), endedByRoleChange: true })
    await ended.where('userId', '=', member.id).execute()
    return member
  },
}
type Who = keyof typeof PEOPLE

test.each<[Who, string, string | null]>([
  ['visitor', '/', 'Give'],
  ['member', '/', 'Give'],
  ['visitor', '/find-donors', 'Sign In'],
  ['member', '/find-donors', 'Find Donors'],
  ['unverified', '/find-donors?bloodGroup=A%2B', 'Find Donors'],
  ['member of an older consent', '/find-donors', 'Find Donors'],
  ['admin without a passkey', '/find-donors', 'Find Donors'],
  ['admin', '/admin/users', 'Manage Users'],
  ['visitor', '/unsubscribe/one-token', 'Stop alerts'],
  ['member', '/unsubscribe/one-token', 'Stop alerts'],
  // Only the browser finds where these lead.
  ['member', '/admin/users', UNKNOWN],
  ['admin without a passkey', '/admin/users', UNKNOWN],
  // Only the session says why.
  ['suspended member', '/find-donors', UNKNOWN],
  ['member whose role was changed', '/find-donors', UNKNOWN],
  ['member', '/unsubscribe/a/b', null],
  ['member', '/Find-Donors/', UNKNOWN],
  ['member', '/offline', UNKNOWN],
])('%s at %s gets the page: %s', async (who, path, heading) => {
  const page = await open(await PEOPLE[who](), path)
  expect([page.status, headingOf(page)]).toEqual([page.status === 302 ? 302 : 200, heading])
  // Only a page that is not taken over asks for the session, and sets the theme by itself.
  const isTakenOver = stateOf(page) !== null
  for (const text of ['href="/api/session"', '<script src="/assets/early-1c2d.js">'])
    expect(page.text.includes(text)).toBe(page.status === 200 && !isTakenOver)
})

test.each<Who>(['unverified', 'member of an older consent', 'admin', 'admin without a passkey', 'visitor'])(
  'the page of %s has the session as the browser would read it',
  async who => {
    const person = await PEOPLE[who]()
    const page = await open(person, '/find-donors')
    expect(who === 'visitor' ? { user: null } : stateOf(page)?.session).toEqual(
      (await open(person, '/api/session')).body,
    )
  },
)

test.each<[Who, string, string]>([
  ['member', SEARCH, '/api/donors?bloodGroup=A%2B'],
  ['unverified', SEARCH, '/api/donors?bloodGroup=A%2B'],
  ['member', '/find-donors?bloodGroup=none', '/api/donors?bloodGroup=none'],
  ['member', '/find-donors?limit=%E0%A4%A&&=;?', '/api/donors?limit=%E0%A4%A&&=;?'],
  // A page that reads what its person may not.
  ['member', '/dashboard', listUsers.path],
  ['admin without a passkey', '/dashboard', listUsers.path],
])('%s at %s is shown the reply to %s, with its tag, or how it is refused', async (who, path, url) => {
  const person = await PEOPLE[who]()
  const [shown] = repliesOf(await open(person, path))
  const { status, body, headers } = await open(person, url)
  expect(shown).toMatchObject({ status, body })
  // Other replies get their tag as they are sent.
  if (shown?.tag) expect(shown.tag).toBe(headers.etag)
})

/** Those that a page may read, which has neither files and streams nor what needs a recent password. */
const READS = (await everyEndpoint()).filter(
  ({ method, reply, needsRecentPassword }) =>
    method === 'GET' && reply.body && !reply.isStreamed && !needsRecentPassword,
)

test.each(['unverified', 'member', 'admin', 'admin without a passkey'] as const)(
  'whatever a page reads for %s, it is told what a call would be told',
  async who => {
    const person = await PEOPLE[who]()
    for (const endpoint of READS) {
      const called = await open(person, pathOf(endpoint))
      const query = new URLSearchParams({ path: endpoint.path })
      for (const [, name = ''] of endpoint.path.matchAll(/:(\w+)/g)) query.set(name, AN_ID)
      const [shown] = repliesOf(await open(person, `/dashboard?${query}`))
      expect([endpoint.path, shown?.status, shown?.body]).toEqual([endpoint.path, called.status, called.body])
    }
    expect(READS.length).toBeGreaterThan(30)
  },
)

test('numbers that are withheld from people who are not verified are not in their pages', async () => {
  const newcomer = await strictBank.signedInAs({ emailVerified: false })
  const { text } = await open(newcomer, SEARCH)
  expect(text).toContain('isNumberWithheld')
  expect(text).not.toMatch(/017[12]1-111111/)
  expect((await open(await strictBank.signedInAs(), SEARCH)).text).toMatch(/017[12]1-111111/)
})

test('numbers count once for a page and the same search, and beyond the limit the page is without', async () => {
  const member = await bank.signedInAs()
  const numbersIn = (page: Page) => page.text.match(/"contactNumber":"/g)?.length ?? 0
  for (const _ of [1, 2]) {
    expect(numbersIn(await open(member, SEARCH))).toBe(2)
    expect(numbersIn(await open(member, '/api/donors?bloodGroup=A%2B'))).toBe(2)
  }
  const page = await open(member, '/find-donors?bloodGroup=AB-')
  expect([headingOf(page), numbersIn(page)]).toEqual(['Find Donors', 0])
  expect(repliesOf(page)[0]?.body).toEqual(
    (await member.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body,
  )
})

test.each<[string, Record<string, string>, string?]>([
  ['is looked at by HEAD', {}, 'HEAD'],
  ['is fetched in advance', { 'sec-purpose': 'prefetch' }],
  ['is rendered in advance', { 'sec-purpose': 'prefetch;prerender' }],
  ['is fetched in advance by an older browser', { purpose: 'prefetch' }],
  ['is fetched by a script', { 'sec-fetch-dest': 'empty' }],
  ['is asked for as a picture', { 'sec-fetch-dest': 'image' }],
  ['is visited by a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['is visited from another site', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }],
])('a page that %s comes without data, and nobody spends numbers', async (_, headers, method = 'GET') => {
  const member = await bank.signedInAs()
  const page = await member.send(method, SEARCH, { headers })
  expect([page.status, stateOf(page)]).toEqual([200, null])
  expect(page.headers['cache-control']).toBe('private, no-cache')
  expect(method === 'HEAD' ? UNKNOWN : headingOf(page)).toBe(UNKNOWN)
  const another = await open(member, '/api/donors?bloodGroup=AB-')
  const both = await open(member, '/api/donors?bloodGroup=A%2B')
  // Two numbers are left: one of the first search, one of the second.
  expect(`${another.text}${both.text}`.match(/"contactNumber":"/g)).toHaveLength(2)
})

test('a visit from another site to a page without numbers has its data, and so has one from our own', async () => {
  const member = await bank.signedInAs()
  const from = (site: string) => ({ 'sec-fetch-dest': 'document', 'sec-fetch-site': site })
  expect(repliesOf(await open(member, '/account', from('cross-site')))).toHaveLength(1)
  for (const site of ['same-origin', 'same-site', 'none'])
    expect(repliesOf(await open(member, SEARCH, from(site)))).toHaveLength(1)
})

test('the page of a person is stored nowhere and not compared; it is compressed for browsers that accept it', async () => {
  const member = await bank.signedInAs()
  const page = await open(member, '/account')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, cookie' })
  expect(page.headers).not.toHaveProperty('etag')
  const cookie = member.cookie ?? ''
  const sent = await bank.app.inject({ url: '/account', headers: { cookie, 'accept-encoding': 'gzip, br' } })
  expect(sent.headers['content-encoding']).toBe('br')
  expect(headingOf({ text: brotliDecompressSync(sent.rawPayload).toString() })).toBe('Account')
})

test('the page of a visitor depends on the cookie, is for one browser only, and is revalidated', async () => {
  const page = await open(bank.stranger(), '/find-donors')
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, cookie',
  })
  const known = { 'if-none-match': String(page.headers.etag) }
  expect((await open(bank.stranger(), '/find-donors', known)).status).toBe(304)
  const member = await bank.signedInAs()
  expect((await open(member, '/find-donors', known)).status).toBe(200)
  expect((await open(bank.stranger(), '/find-donors', { ...known, cookie: 'theme=dark' })).status).toBe(200)
})

test('the page of a visitor is the same at any time and on every server: it has no time and no key', async () => {
  const first = await open(bank.stranger(), '/unsubscribe/first-token')
  bank.advance(86_400_000)
  const second = await open(strictBank.stranger(), '/unsubscribe/second-token')
  bank.advance(-86_400_000)
  for (const { text } of [first, second]) expect(text).not.toMatch(/-token/)
  expect(stateOf(await open(bank.stranger(), '/find-donors'))?.now).toBeNull()
  const shared = await open(bank.stranger(), '/login?request=1&shared=first-token')
  expect(shared.text).not.toMatch(/-token/)
  expect(stateOf(shared)?.search).toBe('?shared=')
  expect(stateOf(await open(bank.stranger(), '/?bloodGroup=O%2B&by=somebody'))?.search).toBe(
    '?bloodGroup=O%2B',
  )
  // The browser renders it by itself, at its own path.
  expect(stateOf(first)).toBeNull()
})

test('a page that is the same for everybody can be shared', async () => {
  const { headers } = await bank.stranger().send('GET', '/offline')
  expect([headers['cache-control'], headers.vary]).toEqual(['no-cache', 'accept-encoding'])
})

test('a page preloads its scripts and has the theme of its cookie', async () => {
  const member = await bank.signedInAs()
  for (const [person, script] of [
    [member, '/assets/find-donors-9e1f.js'],
    [bank.stranger(), '/assets/login-5a7c.js'],
  ] as const) {
    const { text } = await open(person, '/find-donors', { cookie: `${person.cookie}; theme=dark` })
    expect(text).toContain(`<link rel="modulepreload" crossorigin href="${script}">`)
    expect(text).toContain('<html data-theme="dark"')
    expect(text).not.toContain('early-')
  }
})

const HUGE = 'x'.repeat(9_000)
test.each([
  ['a forged cookie', 'bloodbank.session=a.b', 'Sign In'],
  ['a broken cookie', 'bloodbank.session=%E0%A4%A; theme=%', 'Sign In'],
  ['a huge cookie', `bloodbank.session=${HUGE}; theme=${HUGE}`, 'Sign In'],
  ['no cookie of ours', '; ;=;a', 'Sign In'],
])('whoever has %s is a visitor', async (_, cookie, heading) => {
  const page = await open(bank.stranger(), '/find-donors', { cookie })
  expect([page.status, headingOf(page)]).toEqual([200, heading])
})

test('of two cookies of one name a page takes the same as a call', async () => {
  const [rima, karim] = [await bank.signedInAs(), await bank.signedInAs()]
  const cookie = `${rima.cookie}; ${karim.cookie}; bloodbank.session=a.b`
  const { body } = await open(bank.stranger(), '/api/session', { cookie })
  expect(stateOf(await open(bank.stranger(), '/find-donors', { cookie }))?.session).toEqual(body)
})

test('the session is looked up once for a page with all that it reads', async () => {
  const member = await bank.signedInAs()
  const query = vi.spyOn(bank.pool, 'query')
  onTestFinished(() => query.mockRestore())
  expect(repliesOf(await open(member, SEARCH))).toHaveLength(1)
  const lookups = query.mock.calls.filter(([given]) => Reflect.get(Object(given), 'name') === 'find-sessions')
  expect(lookups).toHaveLength(1)
})

test('a page writes nothing, and sets no cookie', async () => {
  const member = await bank.signedInAs()
  const sessions = () => bank.db.selectFrom('sessions').selectAll().orderBy('id').execute()
  const before = await sessions()
  const { headers } = await open(member, '/account')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(await sessions()).toEqual(before)
})

test('a page that cannot be rendered comes without data, which is logged without values and counted', async () => {
  const member = await bank.signedInAs()
  renderer.failure = new TypeError('Rahima Khatun, 01711-111111')
  const page = await open(member, SEARCH)
  expect([page.status, headingOf(page), stateOf(page)]).toEqual([200, UNKNOWN, null])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'page not rendered', reason: 'TypeError' })
  expect(lines[0]).not.toMatch(/Rahima|01711|bloodGroup/)
  const metrics = (await open(bank.stranger(), '/metrics')).text
  expect(metrics).toMatch(/^page_rendering_failures_total 1$/m)
})

test('a page of which a call fails comes without data: the browser tries the call once more', async () => {
  const broken = await startTestApp({}, { pagesFolder, log })
  const member = await broken.signedInAs()
  await sql`alter table donors rename to missing`.execute(broken.owner)
  const page = await open(member, SEARCH)
  expect([page.status, headingOf(page), stateOf(page)]).toEqual([200, UNKNOWN, null])
  // The error itself, as of a call, and not that the page was not rendered.
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '42P01' } })
})

test('while the database does not answer, a page says that access is being verified', async () => {
  const slow = await startTestApp({}, { pagesFolder, maxPageWaitMs: 100 })
  const member = await slow.signedInAs()
  const client = new pg.Client(slow.address)
  await client.connect()
  await client.query('begin; lock table sessions in access exclusive mode')
  const page = await open(member, '/find-donors')
  await client.end()
  expect([page.status, headingOf(page)]).toEqual([200, UNKNOWN])
})

test('what goes on after a page was sent reads nothing, counts nothing and holds no slot', async () => {
  const slow = await startTestApp(
    { NUMBERS_PER_HOUR: '1', CALLS_PER_ACCOUNT: '1' },
    { pagesFolder, maxPageWaitMs: 1_000 },
  )
  await storeDonor(slow.db, donorOf(GROUPS.one, 1))
  await storeDonor(slow.db, donorOf(GROUPS.another, 3))
  const member = await slow.signedInAs()
  const { promise, resolve } = Promise.withResolvers<void>()
  renderer.held = promise
  for (const _ of [1, 2]) expect(headingOf(await open(member, SEARCH))).toBe(UNKNOWN)
  resolve()
  renderer.held = null
  // The number that is left.
  const { text } = await open(member, '/api/donors?bloodGroup=AB-')
  expect(text).toContain('"contactNumber":"')
})

test('a session that is found too late takes no slot, which nothing would release', async () => {
  const slow = await startTestApp({ CALLS_PER_ACCOUNT: '1' }, { pagesFolder, maxPageWaitMs: 50 })
  const member = await slow.signedInAs()
  const client = new pg.Client(slow.address)
  await client.connect()
  await client.query('begin; lock table sessions in access exclusive mode')
  for (const _ of [1, 2, 3]) expect(headingOf(await open(member, '/account'))).toBe(UNKNOWN)
  await client.end()
  await expect.poll(async () => (await open(member, listOtherSessions.path)).status).toBe(200)
})

test('more pages than are rendered at once come without data, and calls go on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  renderer.held = promise
  const members = await Promise.all(Array.from({ length: 5 }, () => bank.signedInAs()))
  const pages = members.map(member => open(member, '/account'))
  // The fifth is sent while the others wait.
  expect(headingOf(await Promise.race(pages))).toBe(UNKNOWN)
  expect((await open(await bank.signedInAs(), listOtherSessions.path)).status).toBe(200)
  resolve()
  const headings = (await Promise.all(pages)).map(headingOf).sort()
  expect(headings).toEqual(['Account', 'Account', 'Account', 'Account', UNKNOWN])
})

test('while the event loop is late, a page comes without data', async () => {
  const late = await startTestApp({ EVENT_LOOP_DELAY_MS: '5000' }, { pagesFolder })
  const member = await late.signedInAs()
  const query = late.pool.query.bind(late.pool)
  const blocking = vi.spyOn(late.pool, 'query').mockImplementation((...given: unknown[]) => {
    const until = performance.now() + 1_000
    while (performance.now() < until);
    return Reflect.apply(query, late.pool, given)
  })
  onTestFinished(() => blocking.mockRestore())
  await expect.poll(async () => headingOf(await open(member, '/account'))).toBe(UNKNOWN)
})

test('a person who has too many calls in flight gets the page without data, and no refusal', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const busy = await startTestApp({ CALLS_PER_ACCOUNT: '1' }, { pagesFolder })
  const member = await busy.signedInAs()
  renderer.held = promise
  const pages = Array.from({ length: 30 }, () => open(member, '/account'))
  const first = await Promise.race(pages)
  expect([first.status, headingOf(first)]).toEqual([200, UNKNOWN])
  resolve()
  renderer.held = null
  const all = await Promise.all(pages)
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(all.map(headingOf))).toEqual(new Set([UNKNOWN, 'Account']))
})

test('people who open pages at once get each their own', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => bank.signedInAs()))
  const pages = await Promise.all(members.map(member => open(member, '/account')))
  for (const [nth, page] of pages.entries())
    expect(stateOf(page)?.session?.user?.email ?? null).toBe(
      headingOf(page) === UNKNOWN ? null : members[nth]?.user?.email,
    )
})

test('a page says that nobody has registered as a donor, until somebody has', async () => {
  const empty = await startTestApp({}, { pagesFolder })
  const isInvited = async () => (await open(empty.stranger(), '/')).text.includes('Be the first')
  expect(await isInvited()).toBe(true)
  await storeDonor(empty.db)
  empty.advance(10_000)
  expect(await isInvited()).toBe(false)
})

test('the landing page has its figures for members and visitors, who get it anew when they change', async () => {
  const bank = await startTestApp({}, { pagesFolder })
  const visitor = bank.stranger()
  const donorsIn = (page: Page) => repliesOf(page).map(({ body }) => Object(body).donorsReady)
  const first = await open(visitor, '/')
  expect(donorsIn(first)).toEqual([null])
  expect(donorsIn(await open(await bank.signedInAs(), '/'))).toEqual([null])
  const tag = { 'if-none-match': String(first.headers.etag) }
  expect((await open(visitor, '/', tag)).status).toBe(304)
  for (let nth = 0; nth < 13; nth += 1) await storeDonor(bank.db)
  bank.advance(60_000)
  const next = await open(visitor, '/', tag)
  expect([next.status, donorsIn(next)]).toEqual([200, [10]])
})

test('pages that are opened at once wait for their turn, and not all for the database', async () => {
  const member = await bank.signedInAs()
  let maxWaiting = 0
  const watch = () => {
    maxWaiting = Math.max(maxWaiting, bank.pool.waitingCount)
  }
  bank.pool.on('acquire', watch)
  await Promise.all(Array.from({ length: 60 }, () => open(member, '/find-donors')))
  bank.pool.off('acquire', watch)
  expect(maxWaiting).toBeLessThan(20)
})
