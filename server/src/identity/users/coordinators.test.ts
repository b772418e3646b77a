import { addDays } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { endpoint } from '@blood-bank/contract/endpoint'
import { addHall, deleteHall } from '@blood-bank/contract/halls/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { changeRole, listUsers, suspendUser } from '@blood-bank/contract/users/administration'
import { endCoordinator, lastCoordinationDay, nameCoordinator } from '@blood-bank/contract/users/coordinators'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calendarDate, startOfDate } from '../../platform/clock/local-time.ts'
import { createBareHttp } from '../../testing/http/bare-http.ts'
import { listenLocally, openStream } from '../../testing/http/live-stream.ts'
import type { Person } from '../../testing/person.ts'
import { AUTH_SECRET, startTestApp } from '../../testing/test-app.ts'
import { ANONYMOUS } from '../access/caller.ts'
import { serve } from '../access/serve.ts'
import { endDueCoordinators } from '../coordinators/store.ts'
import { createSessionCookies } from '../sessions/cookies.ts'
import { createSessionLookup } from '../sessions/store.ts'

const bank = await startTestApp()
const address = await listenLocally(bank.app)
const admin = await bank.signedInAs({ role: 'admin' })
const today = () => calendarDate(bank.now(), bank.config.timeZone)

/** Mails are counted by this clock, so the tests that move it far ahead are the last. */
let started = 0
beforeEach(() => {
  started ||= bank.now().getTime()
  bank.advance(started - bank.now().getTime())
})

/** A server on the same database with one endpoint for coordinators, which says whose donors the caller may see. */
const { tokenOf } = createSessionCookies(bank.config, AUTH_SECRET)
const findSession = createSessionLookup(bank.pool, {
  idleDays: Number.POSITIVE_INFINITY,
  adminsNeedPasskey: false,
  recordUse: () => {},
  now: bank.now,
})
const http = createBareHttp({
  resolveCaller: async req => {
    const token = tokenOf(req)
    return token === null ? ANONYMOUS : findSession(token)
  },
})
serve(
  http,
  endpoint({
    method: 'GET',
    path: '/api/whose',
    access: 'coordinator',
    summary: 'Whose donors the caller may see.',
    reply: { status: 200, body: z.object({ hallId: z.nullable(z.string()) }) },
  }),
  async ({ coordination }) => coordination,
)

/** Whose donors somebody may see, or why they may see none. */
async function whose({ cookie = '' }: Person): Promise<unknown> {
  const body = (await http.app.inject({ url: '/api/whose', headers: { cookie } })).json()
  return body.error?.code ?? body
}

const name = (id: string, more: Partial<{ until: string; hallId: string }> = {}) =>
  admin.call(nameCoordinator, {
    params: { id },
    body: { hallId: null, until: addDays(today(), 30), ...more },
  })
const end = (id: string) => admin.call(endCoordinator, { params: { id } })

async function newCoordinator(until?: string) {
  const rima = await bank.signedInAs()
  expect((await name(rima.id, until === undefined ? {} : { until })).status).toBe(200)
  return rima
}

const subjectsTo = async ({ user }: Person) =>
  (await bank.mailsTo(user?.email ?? '')).map(({ subject }) => subject.split(' – ')[0])

test('an admin names a coordinator, who may do from the next call on what coordinators may, and is told', async () => {
  const rima = await bank.signedInAs()
  expect(await whose(rima)).toBe('coordinators-only')
  const until = addDays(today(), 100)
  const reply = await name(rima.id, { until })
  expect(reply.body).toMatchObject({ id: rima.id, role: 'user', coordinator: { hallId: null, until } })
  expect(await whose(rima)).toEqual({ hallId: null })
  expect((await rima.call(readSession)).body.coordinator).toEqual({ hallId: null, until })
  expect((await bank.signIn(rima.user?.email ?? '')).user).toMatchObject({ role: 'user' })
  const { body } = await admin.call(listUsers, { query: { search: rima.user?.email ?? '' } })
  expect(body.records[0]?.coordinator).toEqual({ hallId: null, until })
  const entries = bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', rima.id)
  expect(await entries.execute()).toMatchObject([
    { action: 'coordinator-named', before: null, after: { until, isOfAllHalls: true } },
  ])
  const [mail] = await bank.mailsTo(rima.user?.email ?? '')
  expect(mail?.text).toContain('made you a coordinator for all halls, until the end of')
  expect(await whose(admin)).toEqual({ hallId: null })
  expect((await admin.call(readSession)).body).not.toHaveProperty('coordinator')
})

test.each([
  ['of yesterday', (day: string) => addDays(day, -1), 'coordinator-day-over'],
  [
    'more than 12 months away',
    (day: string) => addDays(lastCoordinationDay(day), 1),
    'coordinator-day-too-late',
  ],
  ['that does not exist', () => '2027-02-30', 'invalid-input'],
] as const)('a day %s is refused at its field', async (_, dayOf, code) => {
  const rima = await bank.signedInAs()
  const refused = await name(rima.id, { until: dayOf(today()) })
  expect(refused.error).toMatchObject({ code, fields: { until: refused.error?.message } })
  for (const until of [today(), lastCoordinationDay(today())])
    expect((await name(rima.id, { until })).status).toBe(200)
})

test('admins, suspended and unverified people, and those who are gone are not named', async () => {
  const suspended = await bank.signedInAs()
  await suspend(suspended.id)
  const unverified = await bank.signedInAs({ emailVerified: false })
  for (const [id, code] of [
    [admin.id, 'admin-not-coordinator'],
    [suspended.id, 'suspended-not-coordinator'],
    [unverified.id, 'coordinator-needs-verified-email'],
    ['0198f3a0-1234-7abc-8def-0123456789ab', 'user-not-found'],
  ] as const)
    expect(await name(id)).toRefuse(code)
  const member = await bank.signedInAs()
  expect(await end(member.id)).toRefuse('not-a-coordinator')
})

const suspend = (id: string) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'other', note: null } })

const ENDS: [string, (id: string) => unknown, string, string][] = [
  [
    'the role changes',
    id => admin.call(changeRole, { params: { id }, body: { role: 'admin' } }),
    'password-confirmation-needed',
    'account-changed',
  ],
  ['an admin ends it', end, 'coordinator-ended', 'account-changed'],
  ['its last day is over', () => bank.advance(2 * DAY_MS), 'coordinator-ended', 'account-changed'],
  ['the person is suspended', suspend, 'not-signed-in', 'session-ended'],
  [
    'the email is no longer verified',
    id => bank.db.updateTable('users').set({ emailVerified: false }).where('id', '=', id).execute(),
    'coordinator-ended',
    'account-changed',
  ],
]

test.each(ENDS)(
  'when %s, the right ends on the next call, and the stream of an open page within a second',
  async (_, act, refusal, bye) => {
    const rima = await newCoordinator(addDays(today(), 1))
    const stream = await openStream(address, rima)
    await act(rima.id)
    const endedAt = performance.now()
    expect(await whose(rima)).toBe(refusal)
    expect(await stream.ended).toBe(bye)
    expect(performance.now() - endedAt).toBeLessThan(1_000)
    const { body } = await rima.call(readSession)
    expect(body).not.toHaveProperty('coordinator')
  },
)

test('a coordinator of a hall is told its name; when it is deleted the right ends, and no other, and they are told', async () => {
  const [north, south] = await Promise.all(
    ['North Hall', 'South Hall'].map(async name => (await admin.call(addHall, { body: { name } })).body.id),
  )
  const people = await Promise.all([bank.signedInAs(), bank.signedInAs(), newCoordinator()])
  const [rima, nadia] = people
  await name(rima.id, { hallId: north })
  await name(nadia.id, { hallId: south })
  expect(await Promise.all(people.map(whose))).toEqual([
    { hallId: north },
    { hallId: south },
    { hallId: null },
  ])
  const [mail] = await bank.mailsTo(rima.user?.email ?? '')
  expect(mail?.text).toContain('made you a coordinator for North Hall, until')
  const ofOtherHall = await openStream(address, nadia)
  await name(nadia.id, { hallId: north })
  expect(await ofOtherHall.ended).toBe('account-changed')
  await name(nadia.id, { hallId: south })
  const stream = await openStream(address, rima)
  await admin.call(deleteHall, { params: { id: north ?? '' } })
  expect(await Promise.all(people.map(whose))).toEqual([
    'coordinator-ended',
    { hallId: south },
    { hallId: null },
  ])
  expect(await stream.ended).toBe('account-changed')
  expect(await subjectsTo(rima)).toHaveLength(2)
  const entry = bank.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('targetId', '=', rima.id)
    .orderBy('id', 'desc')
  expect(await entry.executeTakeFirst()).toMatchObject({
    action: 'coordinator-ended',
    before: { isOfAllHalls: false },
  })
  const gone = await name(rima.id, { hallId: north })
  expect(gone.error).toMatchObject({ code: 'hall-gone', fields: { hallId: gone.error?.message } })
  expect(await whose(rima)).toBe('coordinator-ended')
})

test('nobody stays coordinator of a hall that is deleted at the same moment, and none becomes one of all halls', async () => {
  const rima = await bank.signedInAs()
  for (const hall of ['One', 'Two', 'Three', 'Four']) {
    const { id } = (await admin.call(addHall, { body: { name: hall } })).body
    const [named, deleted] = await Promise.all([
      name(rima.id, { hallId: id }),
      admin.call(deleteHall, { params: { id } }),
    ])
    expect([200, 409]).toContain(named.status)
    expect(deleted.status).toBe(204)
    expect(await whose(rima)).toMatch(/^coordinator/)
  }
})

test('nothing gives the right back but a new naming: not a role that was taken back, not a verified address', async () => {
  const rima = await newCoordinator()
  for (const role of ['admin', 'user'] as const)
    await admin.call(changeRole, { params: { id: rima.id }, body: { role } })
  const again = await bank.signIn(rima.user?.email ?? '')
  expect(await whose(again)).toBe('coordinator-ended')
  await name(rima.id)
  const setVerified = (emailVerified: boolean) =>
    bank.db.updateTable('users').set({ emailVerified }).where('id', '=', rima.id).execute()
  await setVerified(false)
  await setVerified(true)
  expect(await whose(again)).toBe('coordinator-ended')
  await name(rima.id)
  expect(await whose(again)).toEqual({ hallId: null })
})

test('who is named and ended at once is told once, and what is no longer true is not sent', async () => {
  const rima = await newCoordinator()
  await end(rima.id)
  expect(await subjectsTo(rima)).toEqual([expect.stringContaining('Your time as coordinator is over')])
  await name(rima.id)
  await bank.db
    .updateTable('coordinators')
    .set({ endedAt: bank.now() })
    .where('userId', '=', rima.id)
    .execute()
  expect(await subjectsTo(rima)).toHaveLength(1)
})

test('a coordinator is told when named, 14 days or half of the time before the end, and after it, once each, and is forgotten 30 days later', async () => {
  const rima = await newCoordinator(addDays(today(), 40))
  const shortly = await newCoordinator(addDays(today(), 13))
  expect([await subjectsTo(rima), await subjectsTo(shortly)].flat()).toHaveLength(2)
  const told: string[][] = []
  const endsAt = startOfDate(addDays(today(), 41), bank.config.timeZone).getTime()
  for (const days of [-32, -20, -13, -12, 0, 1, 29]) {
    bank.advance(endsAt + days * DAY_MS + MINUTE_MS - bank.now().getTime())
    for (const _ of ['once', 'again']) await endDueCoordinators(bank.db, bank.now())
    told.push((await subjectsTo(rima)) as string[])
  }
  const NAMED = 'You are a coordinator now'
  expect(told.map(subjects => subjects.length)).toEqual([1, 1, 2, 2, 3, 3, 3])
  expect(told.at(-1)).toEqual([
    expect.stringContaining(NAMED),
    expect.stringContaining('You are a coordinator until'),
    expect.stringContaining('Your time as coordinator is over'),
  ])
  expect(await subjectsTo(shortly)).toHaveLength(3)
  expect(await whose(rima)).toBe('coordinator-ended')
  bank.advance(2 * DAY_MS)
  await endDueCoordinators(bank.db, bank.now())
  expect(await whose(rima)).toBe('coordinators-only')
})
