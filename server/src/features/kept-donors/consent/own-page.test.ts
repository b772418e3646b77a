import { DAY_MS } from '@blood-bank/contract/durations'
import {
  eraseKeptDonors,
  exportKeptDonors,
  keptDonorsErasedMessage,
} from '@blood-bank/contract/kept-donors/by-number'
import {
  agreeToBeKept,
  correctOwnKeptDonor,
  KEPT_DONOR_STOPPED,
  readOwnKeptDonor,
  stopBeingKept,
} from '@blood-bank/contract/kept-donors/own-page'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import { everyRow } from '../../../testing/postgres/every-row.ts'
import { storeKeptDonor } from '../../../testing/stored.ts'
import { AUTH_SECRET, startTestApp } from '../../../testing/test-app.ts'
import { eraseUnclaimedDonors } from '../claims/store.ts'
import { createOptOuts } from '../opt-outs.ts'
import { expiryOfKept } from '../store.ts'
import { createKeptTokens } from './links.ts'

const bank = await startTestApp()
const { db } = bank
const tokens = createKeptTokens(AUTH_SECRET)
const optOuts = createOptOuts(AUTH_SECRET)
const visitor = bank.stranger()

const WAITING = { state: 'waiting', consentKind: null, consentedAt: null } as const

/** Somebody who is kept, and the body of calls with their link. */
async function aKeptDonor(more: Parameters<typeof storeKeptDonor>[1] = {}) {
  const donor = await storeKeptDonor(db, more)
  return { donor, body: { token: tokens.tokenOf(donor) } }
}

const rowOf = (id: string) => db.selectFrom('keptDonors').selectAll().where('id', '=', id).executeTakeFirst()

/** A coordinator looks at a number. */
const look = (ownerId: string, viewerId: string, minutesAgo: number) =>
  db
    .insertInto('contactReveals')
    .values({
      revealId: sql`uuidv7()`,
      event: 'began',
      ownerId,
      viewerId,
      occasion: 'coordinator',
      bloodRequestId: null,
      occurredAt: new Date(bank.now().getTime() - minutesAgo * 60_000),
    })
    .execute()

const ENDPOINTS = [readOwnKeptDonor, agreeToBeKept, correctOwnKeptDonor, stopBeingKept] as const
const CORRECTION = { fullName: 'Hasan Ali', bloodGroup: 'O-' } as const
const bodyOf = (endpoint: (typeof ENDPOINTS)[number], token: string) =>
  endpoint === correctOwnKeptDonor ? { token, ...CORRECTION } : { token }
const callAll = (token: string) =>
  Promise.all(ENDPOINTS.map(endpoint => visitor.call(endpoint, { body: bodyOf(endpoint, token) } as never)))

test('the page shows what is kept, who keeps it, how they agreed, and who has looked when, and reading changes nothing', async () => {
  const [keeper, other] = [await bank.signedInAs(), await bank.signedInAs()]
  const hall = await db
    .insertInto('halls')
    .values({ name: 'North Hall' })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { donor, body } = await aKeptDonor({
    contactNumber: '+8801712345678',
    keptBy: keeper.id,
    hallId: hall.id,
    batch: '2019',
    department: 'Canteen',
    askFor: 'Hasan',
    lastDonationDate: '2026-01-31',
  })
  await look(donor.id, keeper.id, 5)
  await look(donor.id, other.id, 1)
  await db.deleteFrom('users').where('id', '=', other.id).execute()
  await db.updateTable('contactReveals').set({ viewerId: null }).where('viewerId', '=', other.id).execute()
  const before = await everyRow(bank.owner)
  const name = keeper.user?.email.split('@')[0]
  expect((await visitor.call(readOwnKeptDonor, { body })).body).toEqual({
    fullName: 'Hasan Mia',
    bloodGroup: 'B-',
    hallId: hall.id,
    halls: [hall],
    batch: '2019',
    department: 'Canteen',
    contactNumber: '01712-345678',
    askFor: 'Hasan',
    lastDonationDate: '2026-01-31',
    keptBy: name,
    keptSince: donor.importedAt.toISOString(),
    consent: { kind: 'said', at: donor.consentedAt?.toISOString() },
    expiresAt: donor.expiresAt.toISOString(),
    looks: [
      { at: expect.any(String), by: null },
      { at: expect.any(String), by: name },
    ],
  })
  expect(await everyRow(bank.owner)).toEqual(before)
})

test('whoever was asked by text agrees with a press, once, and a stop of before is forgotten', async () => {
  const { donor, body } = await aKeptDonor({ ...WAITING, expiresAt: new Date(Date.now() + DAY_MS) })
  await optOuts.record(db, [donor.contactNumber], bank.now())
  expect((await visitor.call(readOwnKeptDonor, { body })).body.consent).toBeNull()
  const agreed = await visitor.call(agreeToBeKept, { body })
  expect(agreed.body.consent).toEqual({ kind: 'text', at: expect.any(String) })
  const row = await rowOf(donor.id)
  expect(row).toMatchObject({ state: 'agreed', consentKind: 'text' })
  expect(row?.expiresAt).toEqual(expiryOfKept(row?.consentedAt ?? new Date(0)))
  bank.advance(1_000)
  expect((await visitor.call(agreeToBeKept, { body })).body.consent).toEqual(agreed.body.consent)
  expect(await optOuts.find(db, [donor.contactNumber])).toEqual(new Set())
})

test('a correction changes what was said wrongly, and not the number', async () => {
  const { donor, body } = await aKeptDonor({ batch: '2019', askFor: 'Hasan' })
  const correct = (more: object) =>
    visitor.call(correctOwnKeptDonor, { body: { ...body, ...CORRECTION, ...more } })
  expect((await correct({ batch: '2020' })).body).toMatchObject({ ...CORRECTION, batch: '2020' })
  expect(await rowOf(donor.id)).toMatchObject({ ...CORRECTION, batch: '2020', askFor: 'Hasan' })
  for (const [field, value] of [
    ['hallId', '00000000-0000-4000-8000-000000000001'],
    ['lastDonationDate', '2999-01-01'],
    ['contactNumber', '01712345679'],
    ['batch', 'x'.repeat(200)],
  ] as const)
    expect(Object.keys((await correct({ [field]: value })).error?.fields ?? {})).toEqual([field])
  expect(await rowOf(donor.id)).toMatchObject({ contactNumber: donor.contactNumber, batch: '2020' })
})

test('a stop ends one of those who share a number: row, text and ledger go, and a keyed hash stays for a year', async () => {
  const { donor, body } = await aKeptDonor({ contactNumber: '+8801712000001', askFor: 'Rima' })
  const other = await aKeptDonor({ contactNumber: '+8801712000001', askFor: 'Karim' })
  const keeper = await bank.signedInAs()
  await look(donor.id, keeper.id, 1)
  expect((await visitor.call(stopBeingKept, { body })).body).toEqual({ message: KEPT_DONOR_STOPPED })
  // Nor does one of them take back what another said.
  for (const endpoint of [readOwnKeptDonor, agreeToBeKept])
    expect((await visitor.call(endpoint, { body: other.body })).status).toBe(200)
  const stored = [...(await everyRow(bank.owner)).values()].flat().join()
  expect(stored).not.toContain(donor.id)
  expect(await optOuts.find(db, [donor.contactNumber])).toEqual(new Set([donor.contactNumber]))
  for (const reply of await callAll(body.token)) expect(reply).toRefuse('kept-link-not-valid')
})

test.each<[string, () => Promise<string>]>([
  ['a token that this site has not created', async () => 'x'.repeat(38)],
  [
    'the id of somebody with the hash of another',
    async () => {
      const [one, two] = [await aKeptDonor(), await aKeptDonor()]
      return one.body.token.slice(0, 22) + two.body.token.slice(22)
    },
  ],
  [
    'one that was sent to another number of theirs',
    async () => {
      const { donor, body } = await aKeptDonor()
      const other = { contactNumber: '+8801712999999' }
      await db.updateTable('keptDonors').set(other).where('id', '=', donor.id).execute()
      return body.token
    },
  ],
  ['one of somebody who is only invited', async () => (await aKeptDonor(INVITED)).body.token],
  ['one after the end', async () => (await aKeptDonor(ENDED)).body.token],
])('%s leads to nothing', async (_, tokenOf) => {
  const token = await tokenOf()
  const before = await everyRow(bank.owner)
  for (const reply of await callAll(token)) expect(reply).toRefuse('kept-link-not-valid')
  expect((await everyRow(bank.owner)).get('kept_donors')).toEqual(before.get('kept_donors'))
})

const ENDED = { ...WAITING, importedAt: new Date(0), expiresAt: new Date(1_000) }
const INVITED = {
  ...WAITING,
  state: 'invited',
  email: 'invited@example.edu',
  universityId: 'BBA-2019-033',
  universityRole: 'staff',
  department: 'Marketing',
} as const

test('who does not agree in time is erased, also while they press', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { donor, body } = await aKeptDonor(WAITING)
    const after = new Date(donor.expiresAt.getTime() + 1)
    const [reply] = await Promise.all([
      visitor.call(agreeToBeKept, { body }),
      inTransaction(db, db => eraseUnclaimedDonors(db, after)),
    ])
    expect((await rowOf(donor.id))?.state).toBe(reply.status === 200 ? 'agreed' : undefined)
  }
})

test('an admin exports and erases all that is kept of a number, also who did not agree, and both are on record', async () => {
  const admin = await bank.signedInAs({ role: 'admin' })
  const contactNumber = '+8801712000009'
  const [agreed, waiting, invited] = [
    await aKeptDonor({ contactNumber, askFor: 'Rima', keptBy: admin.id }),
    await aKeptDonor({ contactNumber, ...WAITING }),
    await aKeptDonor({ contactNumber, ...INVITED, email: 'another@example.edu' }),
  ]
  await db
    .insertInto('donorCalls')
    .values({
      keptDonorId: agreed.donor.id,
      callerId: admin.id,
      bloodRequestId: null,
      calledAt: bank.now(),
      result: 'no-answer',
      notedAt: bank.now(),
    })
    .execute()
  const body = { contactNumber: '+880 1712-000009' }
  const { donors } = (await admin.call(exportKeptDonors, { body })).body
  expect(donors.map(({ state }) => state)).toEqual(['agreed', 'waiting', 'invited'])
  const by = admin.user?.email.split('@')[0]
  expect(donors[0]).toMatchObject({
    contactNumber: '01712-000009',
    askFor: 'Rima',
    keptBy: by,
    calls: [{ by, result: 'no-answer', outcome: null }],
  })
  expect(donors[2]).toMatchObject({ email: 'another@example.edu', universityId: 'BBA-2019-033' })
  expect((await admin.call(eraseKeptDonors, { body })).body.message).toBe(keptDonorsErasedMessage(3))
  for (const { donor } of [agreed, waiting, invited]) expect(await rowOf(donor.id)).toBeUndefined()
  for (const number of ['01712000009', '01712000008'])
    await admin.call(eraseKeptDonors, { body: { contactNumber: number } })
  const stopped = ['+8801712000008', contactNumber, 'another@example.edu']
  expect(await optOuts.find(db, stopped)).toEqual(new Set(stopped))
  const entries = db.selectFrom('auditEntries').select(['action', 'after']).where('actorId', '=', admin.id)
  expect(await entries.orderBy('id').execute()).toEqual([
    { action: 'exported', after: { what: 'kept-donors', records: 3 } },
    ...[1, 2, 3].map(() => ({ action: 'kept-donor-stopped', after: null })),
  ])
})
