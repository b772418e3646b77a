import pg from 'pg'
import { expect, test } from 'vitest'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import { storeDonor } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({}, { pagesFolder })
const strictBank = await startTestApp({ ADMINS_NEED_PASSKEY: 'true' }, { pagesFolder })

const PEOPLE = {
  visitor: async () => bank.stranger(),
  unverified: () => bank.signedInAs({ emailVerified: false }),
  member: () => bank.signedInAs(),
  admin: () => bank.signedInAs({ role: 'admin' }),
  'unverified admin': () => bank.signedInAs({ role: 'admin', emailVerified: false }),
  'member of an older consent': async () => {
    const member = await bank.signedInAs()
    const consents = bank.db.updateTable('consents').set({ version: '2026-11-2' })
    await consents.where('userId', '=', member.id).execute()
    return member
  },
  'admin without a passkey': () => strictBank.signedInAs({ role: 'admin' }),
  'suspended member': async () => {
    const member = await bank.signedInAs()
    const suspended = { suspendedAt: new Date() }
    await bank.db
      .updateTable('users')
      .set(suspended)
      .where('id', '=', member.user?.id ?? '')
      .execute()
    return member
  },
}
type Who = keyof typeof PEOPLE

const open = async (who: Who, path: string) => (await PEOPLE[who]()).send('GET', path)
const headingOf = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? null

test.each<[Who, string, string | null]>([
  ['visitor', '/', 'Give'],
  ['member', '/', 'Welcome back'],
  ['visitor', '/find-donors', 'Sign In'],
  ['member', '/find-donors', 'Find Donors'],
  ['admin', '/find-donors', 'Find Donors, admin'],
  ['admin', '/admin/users', 'Manage Users'],
  ['visitor', '/unsubscribe/one-token', 'Stop alerts'],
  // A redirect has no page of its own, and people with a reminder see nothing before it comes.
  ['member', '/admin/users', 'Verifying access...'],
  ['unverified', '/find-donors?bloodGroup=A%2B', 'Verifying access...'],
  ['member of an older consent', '/find-donors', 'Verifying access...'],
  ['admin without a passkey', '/find-donors', 'Verifying access...'],
  ['unverified admin', '/find-donors', 'Verifying access...'],
  ['suspended member', '/find-donors', 'Verifying access...'],
  ['member', '/unsubscribe/a/b', null],
  ['member', '/offline', null],
])('%s at %s gets the page: %s', async (who, path, heading) => {
  expect(headingOf(await open(who, path))).toBe(heading)
})

test.each<[Who, string | undefined]>([
  ['unverified', 'verify'],
  ['member of an older consent', 'agree'],
  ['admin without a passkey', 'add-passkey'],
  ['suspended member', undefined],
  ['member', undefined],
])('the page of %s is marked with what they still have to do: %s', async (who, reminders) => {
  expect(/<html[^>]* data-reminders="([^"]*)"/.exec((await open(who, '/find-donors')).text)?.[1]).toBe(
    reminders,
  )
})

test('a page depends on the cookie, is for one browser only, and is revalidated', async () => {
  const member = await bank.signedInAs()
  const page = await member.send('GET', '/find-donors')
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, cookie',
  })
  const again = (who: { send: typeof member.send }) =>
    who.send('GET', '/find-donors', { headers: { 'if-none-match': String(page.headers.etag) } })
  expect((await again(member)).status).toBe(304)
  const afterSignOut = await again(bank.stranger())
  expect([afterSignOut.status, headingOf(afterSignOut)]).toEqual([200, 'Sign In'])
})

test('a page that is the same for everybody can be shared', async () => {
  const { headers } = await bank.stranger().send('GET', '/offline')
  expect([headers['cache-control'], headers.vary]).toEqual(['no-cache', 'accept-encoding'])
})

test('whoever has a forged cookie, or a session that has ended, is a visitor', async () => {
  const forged = { headers: { cookie: 'session=a.b' } }
  expect(headingOf(await bank.stranger().send('GET', '/find-donors', forged))).toBe('Sign In')
  const member = await bank.signedInAs()
  await bank.db.deleteFrom('sessions').execute()
  expect(headingOf(await member.send('GET', '/find-donors'))).toBe('Sign In')
})

test('while the database does not answer, a page says that access is being verified', async () => {
  const member = await bank.signedInAs()
  const client = new pg.Client(bank.address)
  await client.connect()
  await client.query('begin; lock table sessions in access exclusive mode')
  const page = await member.send('GET', '/find-donors')
  await client.end()
  expect([page.status, headingOf(page)]).toEqual([200, 'Verifying access...'])
})

test('a page writes nothing', async () => {
  const member = await bank.signedInAs()
  const sessions = () => bank.db.selectFrom('sessions').selectAll().orderBy('id').execute()
  const before = await sessions()
  await member.send('GET', '/find-donors')
  expect(await sessions()).toEqual(before)
})

test('a page says that nobody has registered as a donor, until somebody has', async () => {
  const empty = await startTestApp({}, { pagesFolder })
  const mark = async () => /<html( data-[^>]*)?>/.exec((await empty.stranger().send('GET', '/')).text)?.[1]
  expect(await mark()).toBe(' data-donors="none"')
  await storeDonor(empty.db)
  empty.advance(10_000)
  expect(await mark()).toBeUndefined()
})

test('pages that are opened at once wait for their turn, and not all for the database', async () => {
  const member = await bank.signedInAs()
  let maxWaiting = 0
  const watch = () => {
    maxWaiting = Math.max(maxWaiting, bank.pool.waitingCount)
  }
  bank.pool.on('acquire', watch)
  await Promise.all(Array.from({ length: 60 }, () => member.send('GET', '/find-donors')))
  bank.pool.off('acquire', watch)
  expect(maxWaiting).toBeGreaterThan(0)
  expect(maxWaiting).toBeLessThan(20)
})
