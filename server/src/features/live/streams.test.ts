import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import {
  MAX_STREAMS_PER_ACCOUNT,
  MAX_STREAMS_PER_ADDRESS,
  openLiveStream,
} from '@blood-bank/contract/live/endpoints'
import { offerToDonate } from '@blood-bank/contract/offers/endpoints'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { endOtherSessions, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, suspendUser } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { listenLocally, openStream } from '../../testing/http/live-stream.ts'
import { aBloodRequest, aDonor, type Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ CALLS_PER_ACCOUNT: '1', TRUSTED_PROXIES: '127.0.0.1' })
const address = await listenLocally(bank.app)
const listen = (person: Person) => openStream(address, person)
const countStreams = async () => {
  const { text } = await bank.stranger().send('GET', '/metrics')
  return Number(/^live_streams (\d+)/m.exec(text)?.[1])
}

test('a stream tells each person what has changed, and nobody what belongs to others', async () => {
  const [owner, donor, other] = [await bank.signedInAs(), await bank.signedInAs(), await bank.signedInAs()]
  const admin = await bank.signedInAs({ role: 'admin' })
  const form = aDonor({ bloodGroup: 'O-', contactNumber: '01799-887766' })
  await donor.call(registerDonor, { body: form })
  const streams = await Promise.all([owner, donor, other, admin].map(listen))
  const [owners, donors, others, admins] = streams as Required<typeof streams>
  if (!owners || !donors || !others || !admins) throw new Error('four streams')

  const { body } = await owner.call(postBloodRequest, { body: aBloodRequest({ requiredBloodGroup: 'O-' }) })
  await owners.hinted('active-blood-requests', 'own-blood-requests')
  await admins.hinted('active-blood-requests', 'admin-blood-requests', 'overview')
  await donor.call(offerToDonate, { params: { id: body.id } })
  await owners.hinted('received-offers')
  await donors.hinted('own-offers')
  await others.hinted('active-blood-requests')
  await owner.call(closeBloodRequest, { params: { id: body.id }, body: { status: 'cancelled' } })
  await bank.signedInAs()
  await admins.hinted('admin-users')

  expect(others.lists()).toEqual(new Set(['active-blood-requests']))
  expect(donors.lists()).not.toContain('overview')
  for (const stream of streams) {
    // Hints and heartbeats only: no id, no name, no number.
    expect(stream.text()).toMatch(/^(event: \w+\ndata: (-|\["[a-z-]+"(,"[a-z-]+")*\])\n\n)+$/)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers).not.toHaveProperty('content-encoding')
  }
})

test('a page that says how old its lists are is told what has changed meanwhile, and nothing without a change', async () => {
  const [owner, other] = [await bank.signedInAs(), await bank.signedInAs()]
  const listenTo = (person: Person, ageMs: number) => openStream(address, person, {}, `?listsAgeMs=${ageMs}`)
  await owner.call(postBloodRequest, { body: aBloodRequest() })
  const [owners, others] = await Promise.all([listenTo(owner, 1_000), listenTo(other, 1_000)])
  await owners.hinted('active-blood-requests', 'own-blood-requests')
  await others.hinted('active-blood-requests')
  expect(others.lists()).not.toContain('own-blood-requests')
  // What is not known any more counts as changed.
  const late = await listenTo(other, 10 * 60_000)
  await vi.waitFor(() => expect(late.events).toContainEqual({ event: 'resync', data: '-' }))

  await sql`update live_changes set changed_at = changed_at - interval '2 minutes'`.execute(bank.owner)
  const quiet = await listenTo(other, 1_000)
  await (await bank.signedInAs()).call(postBloodRequest, { body: aBloodRequest() })
  await quiet.hinted('active-blood-requests')
  expect(quiet.events.map(({ event }) => event)).toEqual(['open', 'hint'])
})

test('a change whose transaction commits late is told when it commits', async () => {
  const rima = await bank.signedInAs()
  const committed = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const late = bank.db.transaction().execute(async db => {
    await db.updateTable('users').set({ emailVerified: true }).where('id', '=', rima.id).execute()
    await db.insertInto('donors').values(storedDonor(rima.id)).execute()
    changed.resolve()
    await committed.promise
  })
  await changed.promise
  const stream = await listen(rima)
  await (await bank.signedInAs()).call(postBloodRequest, { body: aBloodRequest() })
  await stream.hinted('active-blood-requests')
  expect(stream.lists()).not.toContain('own-donor-profile')
  committed.resolve()
  await late
  await stream.hinted('own-donor-profile')
})

const storedDonor = (userId: string) => ({
  userId,
  email: 'rima@example.edu',
  fullName: 'Rima Akter',
  universityId: 'CSE-1',
  department: 'CSE',
  ...({ universityRole: 'student', bloodGroup: 'O+', contactNumber: '01712345678' } as const),
  allowContactVisibility: false,
  isAvailable: true,
})

const admin = await bank.signedInAs({ role: 'admin' })

const ENDS: [string, (person: Person & { id: string }) => Promise<unknown>, string][] = [
  ['signs out', person => person.call(signOut), 'session-ended'],
  [
    'ends their other sessions elsewhere',
    async person => {
      const elsewhere = await bank.signIn(person.user?.email ?? '')
      return elsewhere.call(endOtherSessions)
    },
    'session-ended',
  ],
  [
    'becomes an admin',
    person => admin.call(changeRole, { params: { id: person.id }, body: { role: 'admin' } }),
    'account-changed',
  ],
  [
    'is suspended',
    person =>
      admin.call(suspendUser, {
        params: { id: person.id },
        body: { reason: 'other', note: 'Told by a hospital' },
      }),
    'session-ended',
  ],
  [
    'erases the account',
    person => person.call(eraseOwnAccount, { body: { password: PASSWORD } }),
    'session-ended',
  ],
  [
    'loses the verification of the email',
    person =>
      bank.db.updateTable('users').set({ emailVerified: false }).where('id', '=', person.id).execute(),
    'account-changed',
  ],
]

test('a stream ends when the right to it ends, with the reason, and no other does', async () => {
  const bystander = await listen(await bank.signedInAs())
  const ended = ENDS.map(async ([name, act, reason]) => {
    const person = await bank.signedInAs()
    const stream = await listen(person)
    await act(person)
    expect([name, await stream.ended]).toEqual([name, reason])
  })
  await Promise.all(ended)
  await (await bank.signedInAs()).call(postBloodRequest, { body: aBloodRequest() })
  await bystander.hinted('active-blood-requests')
})

test('whoever is not signed in, suspended, or no event stream reader gets no stream', async () => {
  expect((await openStream(address, { cookie: undefined })).status).toBe(401)
  const rima = await bank.signedInAs()
  expect(await rima.call(openLiveStream, {})).toRefuse('event-stream-only')
  expect((await rima.send('HEAD', '/api/live', { headers: { accept: 'text/event-stream' } })).status).toBe(
    406,
  )
  await rima.call(signOut)
  expect((await openStream(address, rima)).status).toBe(401)
})

test('one stream more than an account may have ends the oldest', async () => {
  const rima = await bank.signedInAs()
  const oldest = await listen(rima)
  const others = await Promise.all(Array.from({ length: MAX_STREAMS_PER_ACCOUNT - 1 }, () => listen(rima)))
  const newest = await listen(rima)
  expect(await oldest.ended).toBe('too-many-streams')
  await (await bank.signedInAs()).call(postBloodRequest, { body: aBloodRequest() })
  for (const stream of [...others, newest]) await stream.hinted('active-blood-requests')
})

test('one stream more than a network may have ends its oldest, whoever listens, and none of another', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => bank.signedInAs()))
  const listenFrom = (network: string, nth: number) =>
    openStream(address, people[nth % people.length] as Person, {
      'x-forwarded-for': `${network}::${nth + 1}`,
    })
  const neighbor = await listenFrom('2001:db8:1:3', 0)
  const oldest = await listenFrom('2001:db8:1:2', 0)
  for (let nth = 1; nth < MAX_STREAMS_PER_ADDRESS; nth += 1) await listenFrom('2001:db8:1:2', nth)
  expect(oldest.events.map(({ event }) => event)).not.toContain('bye')
  const newest = await listenFrom('2001:db8:1:2', 64)
  expect(await oldest.ended).toBe('too-many-streams')
  await (await bank.signedInAs()).call(postBloodRequest, { body: aBloodRequest() })
  for (const stream of [neighbor, newest]) await stream.hinted('active-blood-requests')
})

test('streams are no calls in flight, and are forgotten when the browser leaves', async () => {
  const rima = await bank.signedInAs()
  await vi.waitFor(async () => expect(await countStreams()).toBe(0))
  const streams = [await listen(rima), await listen(rima)]
  expect(await countStreams()).toBe(2)
  expect((await rima.call(postBloodRequest, { body: aBloodRequest() })).status).toBe(201)
  for (const { leave } of streams) leave()
  await vi.waitFor(async () => expect(await countStreams()).toBe(0))
})

test('signing in again does not end the stream of another browser', async () => {
  const rima = await bank.signedInAs()
  const stream = await listen(rima)
  const again = bank.stranger()
  await again.call(signIn, { body: { email: rima.user?.email ?? '', password: PASSWORD } })
  await again.call(postBloodRequest, { body: aBloodRequest() })
  await stream.hinted('own-blood-requests')
})
