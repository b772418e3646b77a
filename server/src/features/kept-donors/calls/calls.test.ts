import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { Component } from '@blood-bank/contract/donors/components'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { DONATION_IN_FUTURE } from '@blood-bank/contract/donors/fields'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@blood-bank/contract/durations'
import { deleteHall } from '@blood-bank/contract/halls/endpoints'
import { eraseKeptDonors } from '@blood-bank/contract/kept-donors/by-number'
import * as calls from '@blood-bank/contract/kept-donors/calls'
import { addKeptDonor, correctKeptDonor, stopKeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import { agreeToBeKept, stopBeingKept } from '@blood-bank/contract/kept-donors/own-page'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { listOwnOffers } from '@blood-bank/contract/offers/endpoints'
import { TURNED_AWAY_REST_DAYS } from '@blood-bank/contract/offers/turned-away'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { endCoordinator, nameCoordinator } from '@blood-bank/contract/users/coordinators'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endDueCoordinators } from '../../../identity/coordinators/store.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import { close, erase, newDonor, post, profileIdOf, siteDate } from '../../../testing/offers/offers.ts'
import { passWaits } from '../../../testing/pass-time.ts'
import type { Person, Reply } from '../../../testing/person.ts'
import { storeCoordinator, storeKeptDonor } from '../../../testing/stored.ts'
import { AUTH_SECRET, NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../../testing/test-app.ts'
import { countClubDonors, endOldComings } from '../comings.ts'
import { createKeptTokens } from '../consent/links.ts'
import { eraseConfirmed } from '../consent/store.ts'
import { createOptOuts } from '../opt-outs.ts'
import { carryOutStops } from './noting.ts'
import { removeOldCalls } from './store.ts'

const bank = await startTestApp({
  ...NO_POSTING_LIMITS,
  CALLS_PER_ACCOUNT: '0',
  CALLS_PER_ADDRESS: '0',
  OWN_EXPORTS_PER_MINUTE: '0',
})
const { db } = bank

const storeHall = (name: string) =>
  db.insertInto('halls').values({ name }).returning('id').executeTakeFirstOrThrow()
const [north, south] = [await storeHall('North Hall'), await storeHall('South Hall')]

async function aCoordinator({
  hallId = null as string | null,
  email = undefined as string | undefined,
} = {}) {
  const person = await bank.signedInAs(email ? { email } : {})
  await storeCoordinator(db, person.id, { hallId })
  return person
}
const coordinator = await aCoordinator()
const colleague = await aCoordinator({ email: 'nadia@example.edu' })
const owner = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })
const COORDINATORS_NUMBER = '01712-345678'

const callKept = (id: string, bloodRequestId: string | null = null, by: Person = coordinator) =>
  by.call(calls.callDonor, { params: { kind: 'kept', id }, body: { bloodRequestId } })
const callRegistered = (id: string, bloodRequestId: string | null = null, by: Person = coordinator) =>
  by.call(calls.callDonor, { params: { kind: 'registered', id }, body: { bloodRequestId } })
const note = (
  callId: string | null,
  result: calls.CallResult | null,
  { by = coordinator, ...more }: { by?: Person; contactNumber?: string } = {},
) => by.call(calls.noteCall, { params: { id: callId ?? '' }, body: { result, ...more } })
const end = (
  callId: string,
  outcome: calls.ComingOutcome,
  more: { donatedOn?: string } = {},
  by: Person = colleague,
) => by.call(calls.endComing, { params: { id: callId }, body: { outcome, ...more } })
const stopOf = (id = '') => colleague.call(stopKeptDonor, { params: { id } })
const callOf = (id: string | null) =>
  db.selectFrom('donorCalls').selectAll().where('id', '=', id).executeTakeFirst()
const keptOf = (id: string) => db.selectFrom('keptDonors').selectAll().where('id', '=', id).executeTakeFirst()
const ledgerOf = async (ownerId: string) =>
  (
    await db
      .selectFrom('contactReveals')
      .selectAll()
      .where('ownerId', '=', ownerId)
      .orderBy('occurredAt')
      .execute()
  ).map(({ event, occasion, viewerId }) => [event, occasion, viewerId])
const progressOf = async (id: string, person: Person = owner) =>
  (await person.call(readAlertProgress, { params: { id } })).body
const clubDonorsOf = async (id: string, person?: Person) => (await progressOf(id, person)).clubDonors

/** A kept donor who is coming for a new request. */
async function aComing({
  by = coordinator,
  requester = owner as Person,
  form = {} as Parameters<typeof storeKeptDonor>[1],
  request = {} as Parameters<typeof post>[1],
} = {}) {
  const bloodRequest = await post(requester, request)
  const donor = await storeKeptDonor(db, form)
  const { callId } = (await callKept(donor.id, bloodRequest.id, by)).body
  const noted = await note(callId, 'coming', { by, contactNumber: COORDINATORS_NUMBER })
  expect(noted.status).toBe(200)
  return { bloodRequest, donor, callId: callId ?? '' }
}

test('a call returns one number, is in the audit log and the ledger, and keeps the donor for two years more', async () => {
  const soon = new Date(bank.now().getTime() + DAY_MS)
  const donor = await storeKeptDonor(db, {
    contactNumber: '+8801799887766',
    askFor: 'Karim',
    expiresAt: soon,
    warnedAt: bank.now(),
  })
  const reply = await callKept(donor.id)
  expect([reply.status, reply.body]).toEqual([
    201,
    { callId: expect.any(String), contactNumber: '01799-887766', askFor: 'Karim' },
  ])
  const entries = await db.selectFrom('auditEntries').selectAll().where('targetId', '=', donor.id).execute()
  expect(entries).toMatchObject([
    { action: 'donor-called', actorId: coordinator.id, before: null, after: null },
  ])
  expect(await ledgerOf(donor.id)).toEqual(
    ['began', 'ended'].map(event => [event, 'coordinator', coordinator.id]),
  )
  expect(await keptOf(donor.id)).toMatchObject({ warnedAt: null })
  expect((await keptOf(donor.id))?.expiresAt.getTime()).toBeGreaterThan(bank.now().getTime() + 700 * DAY_MS)
})

test.each<[string, Parameters<typeof storeKeptDonor>[1]]>([
  ['who is kept by another hall', { hallId: south.id }],
  ['who has not agreed', { state: 'waiting', consentKind: null, consentedAt: null, hallId: north.id }],
])('a kept donor %s is not called, and nothing is recorded', async (_, form) => {
  const ofNorth = await aCoordinator({ hallId: north.id })
  const donor = await storeKeptDonor(db, form)
  expect(await callKept(donor.id, null, ofNorth)).toRefuse('donor-not-callable')
  expect(await ledgerOf(donor.id)).toEqual([])
})

test('a registered donor is called while everybody finds their number; without their consent nothing is noted', async () => {
  const donor = await newDonor(bank, { allowContactVisibility: true })
  const id = await profileIdOf(donor)
  const { body } = await callRegistered(id)
  expect(body).toEqual({ callId: expect.any(String), contactNumber: expect.any(String), askFor: null })
  await note(body.callId, 'no-answer')
  expect((await donor.call(listContactReveals, { query: {} })).body.records).toMatchObject([
    { occasion: 'coordinator' },
  ])
  expect((await donor.call(exportOwnAccount)).body.calls).toMatchObject([
    { wasCaller: false, result: 'no-answer' },
  ])
  await db.updateTable('consents').set({ version: '2026-11-4' }).where('userId', '=', donor.id).execute()
  expect((await callRegistered(id)).body.callId).toBe(null)
  expect(await note(body.callId, 'not-again')).toRefuse('registered-donors-stop-themselves')
  await db
    .updateTable('donors')
    .set({ allowContactVisibility: false })
    .where('userId', '=', donor.id)
    .execute()
  expect(await callRegistered(id)).toRefuse('donor-not-callable')
  expect(CONSENT.version).not.toBe('2026-11-4')
})

test('a person reads sixty numbers a day with all accounts of the mailbox, however many calls at once; one again counts no more', async () => {
  const busy = await aCoordinator({ email: 'busy@example.edu' })
  const second = await aCoordinator({ email: 'busy+second@example.edu' })
  const server = await bank.anotherServer()
  const elsewhere = server.stranger()
  await elsewhere.call(signIn, { body: { email: 'busy@example.edu', password: PASSWORD } })
  const donors = await Promise.all(Array.from({ length: 75 }, () => storeKeptDonor(db)))
  const replies = await Promise.all(
    donors.map(({ id }, index) => callKept(id, null, [busy, second, elsewhere][index % 3])),
  )
  const called = donors.filter((_, index) => replies[index]?.status === 201)
  expect(called).toHaveLength(calls.NUMBERS_CALLED_PER_DAY)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 429]))
  expect((await callKept(called[0]?.id ?? '', null, busy)).status).toBe(201)
  // The donor is erased: what was seen still counts.
  await stopOf(called[1]?.id)
  const other = await storeKeptDonor(db)
  expect((await callKept(other.id, null, second)).error?.code).toBe('too-many-numbers-called')
  expect(
    await db.selectFrom('donorCalls').select('id').where('keptDonorId', '=', other.id).execute(),
  ).toEqual([])
  bank.advance(DAY_MS + SECOND_MS)
  expect((await callKept(other.id, null, busy)).status).toBe(201)
  bank.advance(-DAY_MS - SECOND_MS)
})

test('a right that has ended ends with the next call', async () => {
  const former = await aCoordinator()
  const donor = await storeKeptDonor(db)
  const { callId } = (await callKept(donor.id, null, former)).body
  await db.updateTable('coordinators').set({ endedAt: new Date() }).where('userId', '=', former.id).execute()
  expect(await callKept(donor.id, null, former)).toRefuse('coordinator-ended')
  expect(await note(callId, 'no-answer', { by: former })).toRefuse('coordinator-ended')
  expect(await former.call(calls.listDonorsToCall, { query: {} })).toRefuse('coordinator-ended')
  expect((await callOf(callId))?.result).toBe(null)
})

test('whoever called notes the result, and can undo it for a minute', async () => {
  const donor = await storeKeptDonor(db)
  const sharing = await storeKeptDonor(db, { contactNumber: donor.contactNumber, askFor: 'Rima' })
  const { callId } = (await callKept(donor.id)).body
  // What is noted holds for whoever called them since.
  await callKept(donor.id, null, colleague)
  expect(await note(callId, 'no-answer', { by: colleague })).toRefuse('call-gone')
  for (const result of ['no-answer', null, 'not-again'] as const) {
    expect((await note(callId, result)).body).toEqual({ result })
    expect((await callOf(callId))?.result).toBe(result)
  }
  for (const { id } of [donor, sharing])
    expect(await callKept(id, null, colleague)).toRefuse('donor-not-callable')
  const { records } = (await colleague.call(calls.listDonorsToCall, { query: {} })).body
  expect(records.some(({ id }) => id === donor.id || id === sharing.id)).toBe(false)
  bank.advance((calls.UNDO_CALL_SECONDS + 1) * SECOND_MS)
  expect(await note(callId, null)).toRefuse('too-late-to-undo-call')
  bank.advance(-(calls.UNDO_CALL_SECONDS + 1) * SECOND_MS)
})

test('the owner of a request, and nobody else, sees the coordinator of who is coming; the ledger says so until it ends', async () => {
  const { bloodRequest, donor, callId } = await aComing({ by: colleague })
  const shown = [{ coordinator: 'nadia', contactNumber: COORDINATORS_NUMBER, donors: 1 }]
  expect(await clubDonorsOf(bloodRequest.id)).toEqual(shown)
  expect(await clubDonorsOf(bloodRequest.id, admin)).toEqual([])
  expect(await ledgerOf(colleague.id)).toEqual([['began', 'club-contact', owner.id]])
  expect(await countClubDonors(db, bloodRequest.id, bank.now())).toEqual({ coming: 1, gave: 0 })
  // Sent again, because the reply was lost.
  expect((await note(callId, 'coming', { by: colleague })).status).toBe(200)
  expect(await ledgerOf(colleague.id)).toHaveLength(1)
  // It is one at a time, by whomever.
  const again = (await callKept(donor.id, bloodRequest.id)).body
  expect(await note(again.callId, 'coming', { contactNumber: COORDINATORS_NUMBER })).toRefuse(
    'already-coming',
  )
  expect((await note(callId, null, { by: colleague })).status).toBe(200)
  expect(await clubDonorsOf(bloodRequest.id)).toEqual([])
  expect((await ledgerOf(colleague.id)).map(([event]) => event)).toEqual(['began', 'ended'])
  expect((await note(again.callId, 'coming', { contactNumber: COORDINATORS_NUMBER })).status).toBe(200)
})

test('coordinators hear of every call, the owner of the request of those who are coming alone', async () => {
  const bloodRequest = await post(owner)
  const donor = await storeKeptDonor(db)
  const heard = async (act: () => Promise<unknown>) => {
    await sql`delete from live_changes`.execute(bank.owner)
    await act()
    const changes = await sql<{ personId: string | null }>`
      select person_id from live_changes where table_name = 'donor_calls'`.execute(bank.owner)
    return changes.rows.map(({ personId }) => personId)
  }
  let callId: string | null = null
  const call = async () => {
    callId = (await callKept(donor.id, bloodRequest.id)).body.callId
  }
  expect(await heard(call)).toEqual([null])
  expect(await heard(() => note(callId, 'no-answer'))).not.toContain(owner.id)
  expect(await heard(() => note(callId, 'coming', { contactNumber: COORDINATORS_NUMBER }))).toContain(
    owner.id,
  )
  expect(await heard(() => end(callId ?? '', 'did-not-come'))).toContain(owner.id)
})

test('a coordinator without a number is asked for one; one with a profile shows that, also if it is private', async () => {
  const bloodRequest = await post(owner)
  const donor = await storeKeptDonor(db)
  const { callId } = (await callKept(donor.id, bloodRequest.id)).body
  const refused = await note(callId, 'coming')
  expect(refused).toRefuse('caller-number-needed')
  expect(Object.keys(refused.error?.fields ?? {})).toEqual(['contactNumber'])
  expect(await note(callId, 'coming', { contactNumber: '12345' })).toRefuse('number-not-callable')
  const withProfile = await newDonor(bank, { fullName: 'Rafi Ahmed', contactNumber: '01799-111222' })
  await storeCoordinator(db, withProfile.id)
  const by = { by: withProfile }
  const theirs = (await callKept(donor.id, bloodRequest.id, withProfile)).body
  const changeNumber = (contactNumber: string) =>
    db.updateTable('donors').set({ contactNumber }).where('userId', '=', withProfile.id).execute()
  // Nobody could call it from a link.
  await changeNumber('01799-111222 ext. 3')
  expect(await note(theirs.callId, 'coming', by)).toRefuse('caller-number-needed')
  await changeNumber('+8801799111222')
  expect((await note(theirs.callId, 'coming', by)).status).toBe(200)
  expect(await clubDonorsOf(bloodRequest.id)).toEqual([
    { coordinator: 'Rafi Ahmed', contactNumber: '01799-111222', donors: 1 },
  ])
})

test('nobody comes for no request, or for one that has closed', async () => {
  const donor = await storeKeptDonor(db)
  const forNone = (await callKept(donor.id)).body
  expect(await note(forNone.callId, 'coming')).toRefuse('call-for-no-request')
  const bloodRequest = await post(owner)
  const { callId } = (await callKept(donor.id, bloodRequest.id)).body
  await close(owner, bloodRequest)
  expect(await note(callId, 'coming', { contactNumber: COORDINATORS_NUMBER })).toRefuse(
    'blood-request-closed',
  )
  expect(await callKept(donor.id, bloodRequest.id)).toRefuse('blood-request-not-found')
})

test('of twenty results at once one is noted as coming', async () => {
  const bloodRequest = await post(owner)
  const donor = await storeKeptDonor(db)
  const callIds = await Promise.all(
    Array.from({ length: 20 }, async () => (await callKept(donor.id, bloodRequest.id)).body.callId),
  )
  const replies = await Promise.all(
    callIds.map(callId => note(callId, 'coming', { contactNumber: COORDINATORS_NUMBER })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await clubDonorsOf(bloodRequest.id)).toMatchObject([{ donors: 1 }])
})

test.each<[calls.ComingOutcome, { donatedOn?: string }, Record<string, unknown>, Component?]>([
  ['gave', {}, { lastDonationDate: siteDate(), restsUntil: null }],
  ['gave', { donatedOn: siteDate(-2) }, { lastDonationDate: siteDate(-2), restsUntil: null }],
  ['gave', {}, { lastDonationDate: '2020-01-01', recordedPlateletsDate: siteDate() }, 'apheresis-platelets'],
  ['gave', {}, { lastDonationDate: siteDate(), recordedPlateletsDate: null }, 'pooled-platelets'],
  [
    'turned-away',
    {},
    { lastDonationDate: '2020-01-01', restsUntil: addDays(siteDate(), TURNED_AWAY_REST_DAYS) },
  ],
  ['not-needed', {}, { lastDonationDate: '2020-01-01', restsUntil: null }],
  ['did-not-come', {}, { lastDonationDate: '2020-01-01', restsUntil: null }],
])(
  'any coordinator says that a coming donor %s %j, which sets: %j',
  async (outcome, more, expected, component = 'blood') => {
    const form = { lastDonationDate: '2020-01-01' }
    const { bloodRequest, donor, callId } = await aComing({ form, request: { component } })
    if (outcome === 'gave')
      expect(await end(callId, outcome, { donatedOn: siteDate(2) })).toRefuse(
        'invalid-input',
        DONATION_IN_FUTURE,
      )
    expect((await end(callId, outcome, more)).body).toEqual({ outcome })
    expect(await keptOf(donor.id)).toMatchObject(expected)
    const gave = outcome === 'gave' ? 1 : 0
    expect(await progressOf(bloodRequest.id)).toMatchObject({ clubDonors: [], clubDonorsGave: gave })
    expect(await progressOf(bloodRequest.id, admin)).toMatchObject({ clubDonors: [], clubDonorsGave: 0 })
    expect(await end(callId, outcome, more)).toRefuse('call-gone')
  },
)

test('a donor who wants no more calls is erased after the minute, with all who share the number, which is not kept again', async () => {
  const contactNumber = '+8801799000111'
  const donors = [
    await storeKeptDonor(db, { contactNumber }),
    await storeKeptDonor(db, { contactNumber, askFor: 'B' }),
  ]
  const undone = await storeKeptDonor(db)
  const stop = async () => {
    await inTransaction(db, db => carryOutStops(db, { optOuts: createOptOuts(AUTH_SECRET), now: bank.now() }))
    return Promise.all([...donors, undone].map(async ({ id }) => (await keptOf(id)) !== undefined))
  }
  await note((await callKept(donors[0]?.id ?? '')).body.callId, 'not-again')
  const { callId } = (await callKept(undone.id)).body
  for (const result of ['not-again', null] as const) await note(callId, result)
  expect(await stop()).toEqual([true, true, true])
  bank.advance((calls.UNDO_CALL_SECONDS + 1) * SECOND_MS)
  expect(await stop()).toEqual([false, false, true])
  bank.advance(-(calls.UNDO_CALL_SECONDS + 1) * SECOND_MS)
  expect((await ledgerOf(donors[0]?.id ?? '')).length).toBe(0)
  const form = { fullName: 'Hasan', bloodGroup: 'B-' as const, consentKind: 'said' as const, contactNumber }
  expect((await coordinator.call(addKeptDonor, { body: form })).error?.code).toBe('kept-donor-stopped')
})

type Who = Person & { id: string }
type Coming = Awaited<ReturnType<typeof aComing>> & { caller: Who; requester: Who }
const ofUser = ({ id }: Who) => ({ params: { id } })
const suspend = (person: Who) =>
  admin.call(suspendUser, { ...ofUser(person), body: { reason: 'other', note: null } })
const nameFor = (person: Who, hallId: string) =>
  admin.call(nameCoordinator, { ...ofUser(person), body: { hallId, until: siteDate(30) } })
const setUser = ({ id }: Who, changes: { emailVerified?: boolean; role?: 'admin' | 'user' }) =>
  db.updateTable('users').set(changes).where('id', '=', id).execute()

/** What becomes of a donor who is coming, and of the coordinator whom the owner of the request asks. */
test.each<[string, 'over' | 'left to the club' | 'as before', (coming: Coming) => Promise<unknown>]>([
  [
    'the request is cancelled',
    'over',
    ({ bloodRequest, requester }) => close(requester, bloodRequest, 'cancelled'),
  ],
  ['the request is fulfilled', 'over', ({ bloodRequest, requester }) => close(requester, bloodRequest)],
  [
    'the request is deleted',
    'over',
    ({ bloodRequest }) =>
      admin.call(deleteBloodRequest, { params: { id: bloodRequest.id }, query: { reason: 'duplicate' } }),
  ],
  [
    'reports hide the request',
    'over',
    ({ bloodRequest: { id } }) =>
      db.updateTable('bloodRequests').set({ hiddenAt: bank.now() }).where('id', '=', id).execute(),
  ],
  ['the owner is suspended', 'over', ({ requester }) => suspend(requester)],
  ['the owner erases the account', 'over', ({ requester }) => erase(requester)],
  [
    'a day has passed',
    'over',
    () => {
      bank.advance(calls.COMING_HOURS * HOUR_MS + SECOND_MS)
      return inTransaction(db, db => endOldComings(db, bank.now()))
    },
  ],
  ['the donor says stop', 'over', ({ donor }) => stopOf(donor.id)],
  ['the coordinator is suspended', 'over', ({ caller }) => suspend(caller)],
  ['the coordinator erases the account', 'left to the club', ({ caller }) => erase(caller)],
  ['an admin ends the right', 'left to the club', ({ caller }) => admin.call(endCoordinator, ofUser(caller))],
  ['the last day is over', 'left to the club', async () => bank.advance(3 * HOUR_MS)],
  [
    'an email is no longer verified',
    'left to the club',
    ({ caller }) => setUser(caller, { emailVerified: false }),
  ],
  ['the right holds for another hall', 'left to the club', ({ caller }) => nameFor(caller, south.id)],
  ['the right holds for the hall of the donor', 'as before', ({ caller }) => nameFor(caller, north.id)],
  [
    'the hall is deleted',
    'left to the club',
    async ({ caller, donor }) => {
      const { id } = await storeHall('East Hall')
      await db.updateTable('keptDonors').set({ hallId: id }).where('id', '=', donor.id).execute()
      await nameFor(caller, id)
      return admin.call(deleteHall, { params: { id } })
    },
  ],
  ['the coordinator becomes an admin', 'as before', ({ caller }) => setUser(caller, { role: 'admin' })],
  [
    'the coordinator is an admin no longer',
    'left to the club',
    async ({ caller }) => {
      await setUser(caller, { role: 'admin' })
      return setUser(caller, { role: 'user' })
    },
  ],
])(
  'when %s, what the owner sees of a coming donor is %s; until then nobody else notes it',
  async (_, expected, finish) => {
    const before = bank.now().getTime()
    const [caller, requester] = [await aCoordinator(), await bank.signedInAs()]
    const endsAt = new Date(before + 2 * HOUR_MS)
    await db.updateTable('coordinators').set({ endsAt }).where('userId', '=', caller.id).execute()
    const coming = {
      ...(await aComing({ by: caller, requester, form: { hallId: north.id } })),
      caller,
      requester,
    }
    const { donor, bloodRequest } = coming
    const { revealId = null } = (await callOf(coming.callId)) ?? {}
    const noteAnew = async (id: string) => {
      const { callId } = (await callKept(donor.id, id, colleague)).body
      return note(callId, 'coming', { by: colleague, contactNumber: '01912-345678' })
    }
    expect(await noteAnew(bloodRequest.id)).toRefuse('already-coming')
    await finish(coming)
    const isOver = expected === 'over'
    expect((await countClubDonors(db, bloodRequest.id, bank.now())).coming).toBe(isOver ? 0 : 1)
    const contacts = isOver ? [] : [{ coordinator: null, contactNumber: null, donors: 1 }]
    if (expected === 'as before') expect(await noteAnew(bloodRequest.id)).toRefuse('already-coming')
    else {
      if (bank.now().getTime() === before)
        expect(await clubDonorsOf(bloodRequest.id, requester)).toEqual(contacts)
      const anew = isOver ? await post(owner) : bloodRequest
      if (await keptOf(donor.id)) expect((await noteAnew(anew.id)).status).toBe(200)
      // Of two calls one tells what became of it.
      expect(await end(coming.callId, 'gave')).toRefuse('call-gone')
    }
    bank.advance(before - bank.now().getTime())
    const events = await db
      .selectFrom('contactReveals')
      .select('event')
      .where('revealId', '=', String(revealId))
      .execute()
    expect(events.map(({ event }) => event).sort()).toEqual(
      expected === 'as before' ? ['began'] : ['began', 'ended'],
    )
  },
)

test('after its end a coordinator can still say what became of it, also when whoever called has erased the account', async () => {
  const caller = await aCoordinator()
  const { bloodRequest, donor, callId } = await aComing({ by: caller })
  await close(owner, bloodRequest)
  await erase(caller)
  expect((await end(callId, 'gave')).status).toBe(200)
  expect(await keptOf(donor.id)).toMatchObject({ lastDonationDate: siteDate(), keptBy: null })
  expect(await callOf(callId)).toMatchObject({ callerId: null, contactNumber: null, outcome: 'gave' })
})

test('a registered donor who says yes is emailed the link to answer, unless that is undone, and comes by themselves', async () => {
  const bloodRequest = await post(owner)
  const donor = await newDonor(bank, { allowContactVisibility: true }, { email: 'rima@example.edu' })
  await donor.call(changeAlertPreferences, { body: { isOn: false } })
  const { callId } = (await callRegistered(await profileIdOf(donor), bloodRequest.id)).body
  const mailsAfter = async (...results: (calls.CallResult | null)[]) => {
    for (const result of results) expect((await note(callId, result)).status).toBe(200)
    await passWaits(db)
    return (await bank.mailsTo('rima@example.edu')).filter(({ text }) => /\/answer#token=\S+/.test(text))
  }
  expect(await mailsAfter('coming', null)).toEqual([])
  expect(await db.selectFrom('alerts').select('id').where('userId', '=', donor.id).execute()).toEqual([])
  // Noted once more, of which one email tells; what is undone after it was sent sends nothing more.
  expect(await mailsAfter('coming', null, 'coming')).toHaveLength(1)
  expect(await mailsAfter(null)).toHaveLength(1)
  expect(await clubDonorsOf(bloodRequest.id)).toEqual([])
  expect((await donor.call(listOwnOffers, { query: {} })).body.records).toEqual([])
})

test('calls are removed after thirty days, but for the last word that the number of a kept donor is wrong', async () => {
  const results = ['no-answer', 'wrong-number'] as const
  const donors = await Promise.all(results.map(() => storeKeptDonor(db)))
  for (const [index, donor] of donors.entries())
    await note((await callKept(donor.id)).body.callId, results[index] ?? null)
  const left = async () =>
    Promise.all(
      donors.map(
        async ({ id }) =>
          (await db.selectFrom('donorCalls').select('id').where('keptDonorId', '=', id).execute()).length,
      ),
    )
  await removeOldCalls(db, bank.now())
  expect(await left()).toEqual([1, 1])
  await removeOldCalls(db, new Date(bank.now().getTime() + RETENTION.donorCallDays * DAY_MS + SECOND_MS))
  expect(await left()).toEqual([0, 1])
  const [, wrong] = donors
  const body = { fullName: 'Hasan Mia', bloodGroup: 'B-' as const, contactNumber: '01712-999888' }
  await coordinator.call(correctKeptDonor, { params: { id: wrong?.id ?? '' }, body })
  expect(await left()).toEqual([0, 0])
})

/** What two people do at the same moment. */
type Race = {
  bloodRequest: Awaited<ReturnType<typeof post>>
  donor: Awaited<ReturnType<typeof storeKeptDonor>>
  /** Two coordinators, and a call of the first one. */
  one: Who
  other: Who
  callId: string
  hallId: string
}
type Act = (race: Race) => Promise<unknown>
const optOuts = createOptOuts(AUTH_SECRET)
const tokens = createKeptTokens(AUTH_SECRET)
const callBy =
  (who: 'one' | 'other'): Act =>
  race =>
    callKept(race.donor.id, race.bloodRequest.id, race[who])
const noting =
  (result: calls.CallResult | null): Act =>
  ({ callId, one }) =>
    note(callId, result, { by: one, contactNumber: COORDINATORS_NUMBER })
const endingComing: Act = ({ callId, other }) => end(callId, 'gave', {}, other)
const stopByLink: Act = ({ donor }) =>
  bank.stranger().call(stopBeingKept, { body: { token: tokens.tokenOf(donor) } })
const stopByNumber: Act = ({ donor: { contactNumber } }) =>
  admin.call(eraseKeptDonors, { body: { contactNumber } })
const confirmNumber: Act = ({ donor }) => inTransaction(db, db => eraseConfirmed(db, donor))
const add: Act = ({ donor: { contactNumber }, one, hallId }) =>
  one.call(addKeptDonor, {
    body: { fullName: 'B', bloodGroup: 'B-', consentKind: 'said', contactNumber, askFor: 'B', hallId },
  })
const stopsDue: Act = () =>
  inTransaction(db, db => carryOutStops(db, { optOuts, now: new Date(bank.now().getTime() + MINUTE_MS + 1) }))

/** What must be true afterwards, beside what is of all. */
const nobodyIsKept = async ({ donor: { contactNumber }, other }: Race) => {
  const kept = db.selectFrom('keptDonors').select('id').where('contactNumber', '=', contactNumber)
  expect(await kept.execute()).toEqual([])
  expect(
    ((await add({ donor: { contactNumber }, one: other, hallId: null } as never)) as Reply<unknown>).status,
  ).toBe(409)
}
const nobodyIsExpected = async ({ bloodRequest }: Race) =>
  expect((await countClubDonors(db, bloodRequest.id, bank.now())).coming).toBe(0)
const noNumberIsShown = async ({ bloodRequest }: Race) =>
  expect((await clubDonorsOf(bloodRequest.id)).filter(({ coordinator }) => coordinator !== null)).toEqual([])

test.each<[string, Act[], ((race: Race) => Promise<unknown>)[]]>([
  ['two coordinators call', [callBy('one'), callBy('other')], []],
  ['results differ', [noting('coming'), noting('not-today'), noting('not-again')], []],
  [
    'the request closes',
    [noting('coming'), ({ bloodRequest }) => close(owner, bloodRequest)],
    [nobodyIsExpected],
  ],
  [
    'the request is deleted',
    [
      noting('coming'),
      ({ bloodRequest: { id } }) =>
        admin.call(deleteBloodRequest, { params: { id }, query: { reason: 'duplicate' } }),
    ],
    [nobodyIsExpected],
  ],
  [
    'the coordinator is suspended',
    [noting('coming'), callBy('one'), ({ one }) => suspend(one)],
    [nobodyIsExpected],
  ],
  [
    'the coordinator erases the account',
    [noting('coming'), callBy('one'), ({ one }) => erase(one)],
    [noNumberIsShown],
  ],
  [
    'the right ends',
    [noting('coming'), callBy('one'), ({ one }) => admin.call(endCoordinator, ofUser(one))],
    [noNumberIsShown],
  ],
  [
    'the last day is over',
    [
      noting('coming'),
      callBy('one'),
      async ({ one }) => {
        await db
          .updateTable('coordinators')
          .set({ endsAt: bank.now() })
          .where('userId', '=', one.id)
          .execute()
        await endDueCoordinators(db, bank.now())
      },
    ],
    [noNumberIsShown],
  ],
  ['somebody says what became of it', [noting('coming'), endingComing, endingComing], []],
  [
    'the donor stops by the link',
    [callBy('one'), noting('coming'), stopByLink],
    [nobodyIsKept, nobodyIsExpected],
  ],
  [
    'the donor says stop',
    [callBy('one'), noting('coming'), ({ donor }) => stopOf(donor.id), stopByLink],
    [nobodyIsKept, nobodyIsExpected],
  ],
  [
    'the number is erased',
    [callBy('other'), noting('coming'), stopByNumber],
    [nobodyIsKept, nobodyIsExpected],
  ],
  ['the number is added and stopped', [add, add, stopByNumber], [nobodyIsKept]],
  [
    'the donor agrees and stops',
    [
      ({ donor }) => bank.stranger().call(agreeToBeKept, { body: { token: tokens.tokenOf(donor) } }),
      stopByLink,
    ],
    [nobodyIsKept],
  ],
  [
    'the number is corrected and stopped',
    [
      ({ donor, one }) =>
        one.call(correctKeptDonor, {
          params: { id: donor.id },
          body: { fullName: 'B', bloodGroup: 'B-', contactNumber: `+88016${donor.contactNumber.slice(-8)}` },
        }),
      ({ donor }) => stopOf(donor.id),
      stopByNumber,
    ],
    [],
  ],
  ['the number is confirmed', [callBy('one'), noting('coming'), confirmNumber], [nobodyIsExpected]],
  [
    'the hall is deleted',
    [add, callBy('one'), ({ hallId }) => admin.call(deleteHall, { params: { id: hallId } })],
    [],
  ],
  ['a stop is undone in its last second', [noting(null), stopsDue, callBy('other')], []],
])(
  'whatever comes first when %s, no call fails, and what is shown, kept and recorded agrees',
  async (what, acts, checks) => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = [await aCoordinator(), await aCoordinator()]
      const { id: hallId } = await storeHall(`Hall of ${what} ${round}`)
      const contactNumber = `+88017${String(Math.random()).slice(2, 10)}`
      const [bloodRequest, donor] = [await post(owner), await storeKeptDonor(db, { contactNumber })]
      const { callId } = (await callKept(donor.id, bloodRequest.id, one)).body
      const race: Race = { bloodRequest, donor, one, other, callId: callId ?? '', hallId }
      if (acts.includes(stopsDue)) await noting('not-again')(race)
      const replies = await Promise.all((round % 2 ? acts : acts.toReversed()).map(act => act(race)))
      const answered = replies.filter((reply): reply is Reply<{ contactNumber?: string }> =>
        Boolean(reply && typeof reply === 'object' && 'status' in reply),
      )
      expect(answered.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
      // Each number that somebody read, or was told of, is in the ledger, and each entry is of one.
      const read = answered.filter(
        ({ status, body, error }) => (status === 201 && body.contactNumber) || error?.fields?.contactNumber,
      ).length
      const reveals = await db
        .selectFrom('contactReveals')
        .select(['revealId', 'occasion', 'event', 'bloodRequestId'])
        .where(({ or, eb }) =>
          or([eb('viewerId', 'in', [one.id, other.id]), eb('bloodRequestId', '=', bloodRequest.id)]),
        )
        .execute()
      const of = (occasion: string, event: string) =>
        reveals.filter(reveal => reveal.occasion === occasion && reveal.event === event).length
      expect(of('coordinator', 'began')).toBe(read + 1)
      // The ledger has as many open as the owner sees.
      const shown = await db
        .selectFrom('donorCalls')
        .select('id')
        .where('bloodRequestId', '=', bloodRequest.id)
        .where('contactNumber', 'is not', null)
        .execute()
      expect(of('club-contact', 'began') - of('club-contact', 'ended')).toBe(shown.length)
      for (const check of checks) await check(race)
    }
  },
)
