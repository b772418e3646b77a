import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { resetPassword, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { readOverview } from '@blood-bank/contract/site/overview'
import { changeRole, listUsers } from '@blood-bank/contract/users/administration'
import { beforeAll, expect, test } from 'vitest'
import { openStream } from '../testing/http/live-stream.ts'
import { mailTo, newAdminOf, newMemberOf } from '../testing/members.ts'
import { aBloodRequest, aDonor, type Person } from '../testing/person.ts'
import {
  aDataFolder,
  type RunningProduct,
  startProduct,
  startSecondServer,
  untilTheFileIsDone,
} from '../testing/running-product.ts'
import { PASSWORD, tokenIn } from '../testing/test-app.ts'

const timeout = 300_000
/** In each, two admins demote each other at once. */
const ROUNDS = 30
const until = untilTheFileIsDone()
let first: RunningProduct
let second: RunningProduct
beforeAll(async () => {
  first = await startProduct({ dataDir: await aDataFolder(until), until })
  second = await startSecondServer(first, { until })
}, timeout)

/** The server of the nth of several calls, in turn. */
const serverOf = (nth: number) => (nth % 2 ? second : first)

test('password guesses are counted across servers, whatever address the caller claims', {
  timeout,
}, async () => {
  const rima = await newMemberOf(first)
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${time}` }
    const body = { email: rima.email, password: 'wrong guess' }
    const reply = await serverOf(time).stranger().send('POST', '/api/session', { body, headers })
    statuses.push(reply.status)
    if (reply.status === 429) expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
  const right = { body: { email: rima.email, password: PASSWORD } }
  for (const server of [first, second])
    expect(await server.stranger().call(signIn, right)).toRefuse('too-many-attempts', expect.any(String))
  expect((await second.as(rima).call(readSession)).body.user?.email).toBe(rima.email)
})

type Member = Person & { email: string }

test.for<[string, (rima: Member) => Promise<(person: Person) => Promise<{ status: number }>>, number[]]>([
  [
    'registrations of a donor',
    async () => person => person.call(registerDonor, { body: aDonor() }),
    [201, 409],
  ],
  [
    'attempts to close a request',
    async rima => {
      const { body } = await rima.call(postBloodRequest, { body: aBloodRequest() })
      const close = { params: { id: body.id }, body: { status: 'fulfilled' } } as const
      return person => person.call(closeBloodRequest, close)
    },
    [200, 409],
  ],
  [
    'uses of a reset link',
    async rima => {
      await second.stranger().call(sendPasswordResetMail, { body: { email: rima.email } })
      const token = tokenIn(await mailTo(first, rima.email, /reset-password#/))
      return person => person.call(resetPassword, { body: { token, newPassword: 'another password' } })
    },
    [200, 400],
  ],
])('of twenty %s exactly one succeeds', { timeout }, async ([_, prepare, [success, refusal]]) => {
  const rima = await newMemberOf(first)
  const act = await prepare(rima)
  const replies = await Promise.all(Array.from({ length: 20 }, (_, nth) => act(serverOf(nth).as(rima))))
  expect(replies.map(({ status }) => status).sort()).toEqual([success, ...Array(19).fill(refusal)])
})

test('a role change takes effect at the very next call on the other server, and two admins who demote each other leave one', {
  timeout,
}, async () => {
  const one = await newAdminOf(first)
  const { email, cookie } = await newMemberOf(first)
  const other = Object.assign(second.as({ cookie }), { email })
  const idOf = async (person: Person) => (await person.call(readSession)).body.user?.id ?? ''
  const ids = new Map([
    [one, await idOf(one)],
    [other, await idOf(other)],
  ])
  const setRole = (actor: Person, target: typeof one, role: 'admin' | 'user') =>
    actor.call(changeRole, { params: { id: ids.get(target) ?? '' }, body: { role } })

  const signInAgain = (person: typeof one) =>
    person.call(signIn, { body: { email: person.email, password: PASSWORD } })
  await setRole(one, other, 'admin')
  await signInAgain(other)
  for (let round = 0; round < ROUNDS; round += 1) {
    const [byOne] = await Promise.all([setRole(one, other, 'user'), setRole(other, one, 'user')])
    const [winner, loser] = byOne.status === 200 ? [one, other] : [other, one]
    // A change of role ends the person's sessions.
    expect(await loser.call(readOverview)).toRefuse('not-signed-in')
    const { body } = await winner.call(listUsers, { query: { role: 'admin' } })
    expect(body.records).toHaveLength(1)
    await setRole(winner, loser, 'admin')
    await signInAgain(loser)
  }
})

// The last test, because it stops a server.
test('a stream of one server tells what happens on the other, and ends before its server stops', {
  timeout,
}, async () => {
  const rima = await newMemberOf(first)
  const karim = await newMemberOf(first)
  const elsewhere = second.as(rima)
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
