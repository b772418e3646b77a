import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { type Component, DONATED_COMPONENTS } from '@blood-bank/contract/donors/components'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askedFor, giveRecord, storeDonors } from '../../testing/alerts/alerts.ts'
import { createAskedDonors, decline } from '../../testing/offers/asked-donors.ts'
import { type Member, newDonor, offered, post } from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { storeComing, storePreferences } from '../../testing/stored.ts'
import { startTestApp, tokenIn } from '../../testing/test-app.ts'
import { createDonorsAsked } from './progress-routes.ts'

const bank = await startTestApp({ HOTLINE_NUMBER: '16263', QUIET_HOURS: '0-0' })
const { replan } = createAskedDonors(bank)
const owner = await bank.signedInAs()
const progressOf = (person: Person, id: string) => person.call(readAlertProgress, { params: { id } })

async function aPoolOf(donors: number) {
  for (const table of ['offers', 'alerts', 'bloodRequests', 'donors'] as const)
    await bank.db.deleteFrom(table).execute()
  if (donors > 0) await storeDonors(bank, donors)
}

async function postAndAsk() {
  const request = await post(owner)
  bank.advance(2_000)
  await replan()
  return request
}

test('the owner and admins see when donors were looked for, and when they are again, and no count', async () => {
  await aPoolOf(3)
  const { id } = await postAndAsk()
  for (const person of [owner, await bank.signedInAs({ role: 'admin' })]) {
    const { body } = await progressOf(person, id)
    expect(body).toEqual({
      donorsAsked: 'a few',
      askedAt: expect.any(String),
      asksAgainAt: expect.any(String),
      isHeldBack: false,
      usualAnswerMinutes: null,
      onCall: null,
      hotlineNumber: null,
      clubDonors: [],
      clubDonorsGave: 0,
    })
    expect(Date.parse(body.asksAgainAt ?? '') - Date.parse(body.askedAt ?? '')).toBe(10 * MINUTE_MS)
  }
})

test('nobody else learns when donors were asked', async () => {
  const donor = await newDonor(bank)
  const { id } = await postAndAsk()
  expect(await progressOf(donor, id)).toRefuse('not-yours')
  expect(await progressOf(owner, '0198f3a0-1234-7abc-8def-0123456789ab')).toRefuse('blood-request-not-found')
})

test('the hotline is shown after 15 minutes without an offer, whether or not anybody can be asked, until somebody offers', async () => {
  await aPoolOf(0)
  const request = await postAndAsk()
  expect((await progressOf(owner, request.id)).body.hotlineNumber).toBeNull()
  bank.advance(16 * MINUTE_MS)
  expect((await progressOf(owner, request.id)).body.hotlineNumber).toBe('16263')
  const { id } = await storeComing(bank.db, request.id, owner.id, bank.now())
  expect((await progressOf(owner, request.id)).body.hotlineNumber).toBeNull()
  await bank.db.deleteFrom('donorCalls').where('id', '=', id).execute()
  expect((await progressOf(owner, request.id)).body.hotlineNumber).toBe('16263')
  await offered(await newDonor(bank), request)
  expect((await progressOf(owner, request.id)).body.hotlineNumber).toBeNull()
})

test.each([0, 3, 16])(
  'for platelets by machine the owner reads the same at any time, whether or not any of %i donors gives them',
  async willing => {
    await aPoolOf(20)
    await giveRecord(bank, owner.id)
    const donors = await bank.db.selectFrom('donors').select('userId').limit(willing).execute()
    for (const { userId } of donors) await storePreferences(bank.db, { userId, alsoPlatelets: true })
    await sql`truncate live_changes`.execute(bank.owner)
    const { id } = await post(owner, { requiredBloodGroup: 'O-', component: 'apheresis-platelets' })
    const start = bank.now().getTime()
    for (const minute of [0, 3, 11]) {
      bank.advance(start + minute * MINUTE_MS - bank.now().getTime())
      await replan()
      const { askedAt, asksAgainAt, ...rest } = (await progressOf(owner, id)).body
      expect(rest).toEqual({
        donorsAsked: 'a few',
        clubDonors: [],
        clubDonorsGave: 0,
        isHeldBack: false,
        usualAnswerMinutes: null,
        onCall: null,
        hotlineNumber: '16263',
      })
      const minutes = [askedAt, asksAgainAt].map(at => Math.round((Date.parse(at ?? '') - start) / MINUTE_MS))
      expect(minutes).toEqual(minute < 11 ? [0, 10] : [11, 21])
    }
    expect(await askedFor(bank, { id })).toHaveLength(willing)
    const hints = await sql`select from live_changes where person_id = ${owner.id}`.execute(bank.db)
    expect(hints.rows).toHaveLength(3)
  },
)

test('the borders between the figures differ from request to request, and never claim too many', () => {
  const describe = createDonorsAsked('a secret of the site, long enough')
  const ids = Array.from({ length: 200 }, (_, at) => `request ${at}`)
  const figures = (count: number) => new Set(ids.map(id => describe(id, count)))
  expect([0, 10].map(count => [...figures(count)])).toEqual([['a few'], ['a few']])
  for (const count of [11, 15]) expect(figures(count)).toEqual(new Set(['a few', 'more than 10']))
  expect([16, 25].map(count => [...figures(count)])).toEqual([['more than 10'], ['more than 10']])
  expect(figures(26)).toEqual(new Set(['more than 10', 'more than 25']))
  expect([...figures(31)]).toEqual(['more than 25'])
})

type State = 'is silent' | 'declines' | 'has alerts off' | 'gives no platelets' | 'erases the account'

/**
 * What the owner and an accomplice see of a pool: the owner all the time, the accomplice as a donor who registers after the
 * wave.
 */
async function watch(state: State, pool: number, component: Component) {
  await aPoolOf(pool - 1)
  // Without one, eight are asked, whoever they are.
  await giveRecord(bank, owner.id)
  const donor = await newDonor(bank)
  await bank.db.deleteFrom('alertPreferences').execute()
  await sql`
    insert into alert_preferences (user_id, also_platelets, first_alert_from)
    select user_id, true, '-infinity' from donors`.execute(bank.db)
  if (state === 'gives no platelets')
    await donor.call(changeAlertPreferences, { body: { alsoPlatelets: false } })
  if (state === 'has alerts off') await donor.call(changeAlertPreferences, { body: { isOn: false } })
  await sql`truncate live_changes`.execute(bank.owner)
  const request = await post(owner, { component, takesOtherGroups: true })
  const seen: object[] = []
  const look = async () => {
    await replan()
    const { askedAt, asksAgainAt, donorsAsked, ...rest } = (await progressOf(owner, request.id)).body
    const { rows } = await sql`
      select from live_changes where person_id = ${owner.id}`.execute(bank.db)
    // Without a negative zero.
    const minutes = (time: string | null) =>
      0 + Math.round((Date.parse(time ?? '') - bank.now().getTime()) / MINUTE_MS)
    seen.push({ ...rest, askedAt: minutes(askedAt), asksAgainAt: minutes(asksAgainAt), hints: rows.length })
  }
  bank.advance(2_000)
  await look()
  const accomplices: Member[] = []
  for (let nth = 0; nth < 2; nth += 1) {
    const accomplice = await newDonor(bank)
    await accomplice.call(changeAlertPreferences, { body: { alsoPlatelets: true } })
    accomplices.push(accomplice)
  }
  bank.advance(3 * MINUTE_MS)
  if (state === 'declines') {
    const mail = (await bank.mailsTo(donor.user?.email ?? '')).at(-1)
    expect((await decline(bank.stranger(), tokenIn(mail))).body.answer).toBe('no')
  }
  if (state === 'erases the account') await bank.db.deleteFrom('users').where('id', '=', donor.id).execute()
  await look()
  const askedBefore = await askedFor(bank, request)
  bank.advance(8 * MINUTE_MS)
  await look()
  const askedAfter = await askedFor(bank, request)
  for (const { id } of accomplices)
    seen.push({ before: askedBefore.includes(id), after: askedAfter.includes(id) })
  const exported = await (accomplices[0] as Member).call(exportOwnAccount)
  seen.push(exported.body.alerts.map(alert => Object.keys(alert)))
  return seen
}

test.each([1, 9, 14].flatMap(pool => DONATED_COMPONENTS.map(component => [pool, component] as const)))(
  'of a pool of %i for %s, owner and accomplices see the same whatever one donor does',
  async (pool, component) => {
    const silent = await watch('is silent', pool, component)
    // The first hint is of the post itself.
    expect(silent.slice(0, 3)).toMatchObject([
      { askedAt: 0, asksAgainAt: 10, hints: 2 },
      { askedAt: -3, asksAgainAt: 7, hints: 2 },
      { askedAt: 0, asksAgainAt: 10, hints: 3 },
    ])
    for (const state of ['declines', 'has alerts off', 'gives no platelets', 'erases the account'] as const)
      expect(await watch(state, pool, component), state).toEqual(silent)
  },
)
