import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOverview } from '@blood-bank/contract/campus/overview'
import { registerDonor } from '@blood-bank/contract/donors/endpoints'
import { resetPassword, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, listUsers } from '@blood-bank/contract/users/endpoints'
import { beforeAll, expect, test } from 'vitest'
import { aBloodRequest, aDonor } from '../testing/builders.ts'
import { openStream } from '../testing/http/live-stream.ts'
import { mailTo, newAdminOf, newMemberOf } from '../testing/members.ts'
import type { Person } from '../testing/person.ts'
import { startTwoServers } from '../testing/processes/two-servers.ts'
import { type RunningProduct, untilTheFileIsDone } from '../testing/running-product.ts'
import { PASSWORD, tokenIn } from '../testing/test-app.ts'
import { samples } from '../testing/test-scope.ts'

const timeout = 300_000
/** In each, two admins demote each other at once. */
const ROUNDS = samples({ gate: 5, all: 30 })
const until = untilTheFileIsDone()
let servers: RunningProduct[]
let first: RunningProduct
let second: RunningProduct
beforeAll(async () => {
  const both = await startTwoServers(until)
  servers = both
  ;[first, second] = both
}, timeout)

/** The same person at the other server. */
const at = (server: RunningProduct, { cookie }: Person) => Object.assign(server.stranger(), { cookie })

/** Runs `act` `times` times concurrently, alternating between the servers. */
const atOnce = <T>(times: number, person: Person, act: (person: Person, time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, time) => act(at(time % 2 ? second : first, person), time)))

const statusesOf = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

test('password guesses are counted across servers, whatever address the caller claims', {
  timeout,
}, async () => {
  const rima = await newMemberOf(first)
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) {
    const server = time % 2 ? second : first
    const headers = { 'x-forwarded-for': `203.0.113.${time}` }
    const body = { email: rima.email, password: 'wrong guess' }
    const reply = await server.stranger().send('POST', '/api/session', { body, headers })
    statuses.push(reply.status)
    if (reply.status === 429) expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
  const right = { body: { email: rima.email, password: PASSWORD } }
  for (const server of servers)
    expect(await server.stranger().call(signIn, right)).toRefuse('too-many-attempts', expect.any(String))
  expect((await at(second, rima).call(readSession)).body.user?.email).toBe(rima.email)
})

test('a hundred wrong guesses at 25 accounts from one address do not stop others behind it from signing in', {
  timeout,
}, async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => newMemberOf(first)))
  await atOnce(100, first.stranger(), (_, time) =>
    first
      .stranger()
      .call(signIn, { body: { email: `nobody${time % 25}@example.edu`, password: 'wrong guess' } }),
  )
  for (const { email } of members)
    expect((await second.stranger().call(signIn, { body: { email, password: PASSWORD } })).status).toBe(201)
})

test('of twenty attempts to close a request exactly one succeeds', { timeout }, async () => {
  const rima = await newMemberOf(first)
  const { body } = await rima.call(postBloodRequest, { body: aBloodRequest() })
  const close = { params: { id: body.id }, body: { status: 'fulfilled' } } as const
  const replies = await atOnce(20, rima, person => person.call(closeBloodRequest, close))
  expect(statusesOf(replies)).toEqual([200, ...Array(19).fill(409)])
})

test('of twenty registrations of a donor exactly one succeeds', { timeout }, async () => {
  const rima = await newMemberOf(first)
  const replies = await atOnce(20, rima, person => person.call(registerDonor, { body: aDonor() }))
  expect(statusesOf(replies)).toEqual([201, ...Array(19).fill(409)])
})

test('of six uses of a reset link exactly one succeeds, and every session ends on both servers', {
  timeout,
}, async () => {
  const rima = await newMemberOf(first)
  await second.stranger().call(sendPasswordResetMail, { body: { email: rima.email } })
  const token = tokenIn(await mailTo(first, rima.email, /reset-password#/))
  const replies = await atOnce(6, rima, (person, time) =>
    person.call(resetPassword, { body: { token, newPassword: `password ${time}` } }),
  )
  expect(statusesOf(replies)).toEqual([200, ...Array(5).fill(400)])
  for (const server of servers) expect((await at(server, rima).call(readSession)).body.user).toBeNull()
})

test('a role change takes effect at the very next call on the other server, and two admins who demote each other leave one', {
  timeout,
}, async () => {
  const one = await newAdminOf(first)
  const theOther = await newAdminOf(first)
  const other = at(second, theOther)
  const emails = new Map<Person, string>([
    [one, one.email],
    [other, theOther.email],
  ])
  const ids = new Map<Person, string>()
  for (const person of [one, other]) ids.set(person, (await person.call(readSession)).body.user?.id ?? '')
  const setRole = (actor: Person, target: Person, role: 'admin' | 'user') =>
    actor.call(changeRole, { params: { id: ids.get(target) ?? '' }, body: { role } })

  for (let round = 0; round < ROUNDS; round += 1) {
    const [byOne] = await Promise.all([setRole(one, other, 'user'), setRole(other, one, 'user')])
    const [winner, loser] = byOne.status === 200 ? [one, other] : [other, one]
    // A change of role ends the person's sessions.
    expect(await loser.call(readOverview)).toRefuse('not-signed-in')
    const { body } = await winner.call(listUsers, { query: { role: 'admin' } })
    expect(body.records).toHaveLength(1)
    await setRole(winner, loser, 'admin')
    await loser.call(signIn, { body: { email: emails.get(loser) ?? '', password: PASSWORD } })
  }
})

// The last test, because it stops a server.
test('a stream of one server tells what happens on the other, and ends before its server stops', {
  timeout,
}, async () => {
  const rima = await newMemberOf(first)
  const karim = await newMemberOf(first)
  const elsewhere = at(second, rima)
  const [hers, his] = [await openStream(first.url, rima), await openStream(second.url, karim)]

  await elsewhere.call(postBloodRequest, { body: aBloodRequest() })
  await hers.hinted('own-blood-requests', 'active-blood-requests')
  await his.hinted('active-blood-requests')
  await elsewhere.call(signOut)
  expect(await hers.ended).toBe('session-ended')

  const stopped = second.stop()
  expect(await his.ended).toBe('server-stopping')
  expect(await stopped).toBe(0)
})
