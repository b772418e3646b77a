import { DAY_MS } from '@blood-bank/contract/durations'
import { callDonor } from '@blood-bank/contract/kept-donors/calls'
import { correctKeptDonor } from '@blood-bank/contract/kept-donors/kept-donor'
import { expect, test } from 'vitest'
import type { Person } from '../../../testing/person.ts'
import { storeCoordinator, storeKeptDonor } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { endDueKeptDonors } from './expiry.ts'

const bank = await startTestApp()
const { db } = bank
const start = bank.now()
const onDay = (day: number) => new Date(start.getTime() + day * DAY_MS)

const admin = await bank.signedInAs({ role: 'admin' })
const keeper = await bank.signedInAs()
const endsAt = onDay(2_000)
await storeCoordinator(db, keeper.id, { endsAt })
const mailsTo = async ({ user }: Person = keeper) =>
  (await bank.mailsTo(user?.email ?? '')).filter(({ subject }) => subject.includes('will be erased'))

/** A donor who is erased on a day, unless somebody calls them. */
const ending = (day: number, keptBy: string | null = keeper.id) =>
  storeKeptDonor(db, { keptBy, importedAt: onDay(-700), expiresAt: onDay(day) })

test('whoever keeps donors is told 30 days before they are erased, once a day at most, and without a number', async () => {
  const first = await ending(30)
  await ending(30.5)
  await ending(32)
  await endDueKeptDonors(db, onDay(-0.1))
  expect(await mailsTo()).toEqual([])
  for (const day of [0, 0.2, 0.7]) await endDueKeptDonors(db, onDay(day))
  const [mail, ...more] = await mailsTo()
  expect(more).toEqual([])
  expect(mail?.subject).toContain('2 donors whom you keep will be erased')
  expect(mail?.text).toContain('/call-donors')
  expect(mail?.text).not.toMatch(/Hasan|\+880|B-/)
  await endDueKeptDonors(db, onDay(2))
  expect(await mailsTo()).toHaveLength(2)
  // A call moves the end, and there is another warning before that one.
  await db
    .updateTable('keptDonors')
    .set({ expiresAt: onDay(760) })
    .where('id', '=', first.id)
    .execute()
  await endDueKeptDonors(db, onDay(31.5))
  expect(await db.selectFrom('keptDonors').select('expiresAt').orderBy('expiresAt').execute()).toEqual([
    { expiresAt: onDay(32) },
    { expiresAt: onDay(760) },
  ])
  bank.advance(730 * DAY_MS)
  await endDueKeptDonors(db, onDay(730))
  expect((await mailsTo())[2]?.subject).toContain('1 donor whom you keep will be erased')
})

test('whose donors were erased before the mail is written gets none', async () => {
  const before = await mailsTo()
  await ending(755)
  await endDueKeptDonors(db, onDay(728))
  expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'kept-donors-expire' }])
  await db.deleteFrom('keptDonors').execute()
  expect(await mailsTo()).toEqual(before)
})

test('of whom nobody keeps who can call, the coordinators of the hall and of all are told once, or else the admins', async () => {
  await db.deleteFrom('coordinators').execute()
  const [north, south] = await db
    .insertInto('halls')
    .values([{ name: 'North' }, { name: 'South' }])
    .returning('id')
    .execute()
  const [ofNorth, ofSouth, ofAll] = [
    await bank.signedInAs(),
    await bank.signedInAs(),
    await bank.signedInAs(),
  ]
  const people = { ofNorth, ofSouth, ofAll, admin, keeper }
  const tell = async (at: number, ...donors: Parameters<typeof storeKeptDonor>[1][]) => {
    await db.deleteFrom('keptDonors').execute()
    await db.deleteFrom('caughtMails').execute()
    for (const donor of donors)
      await storeKeptDonor(db, { importedAt: onDay(at - 700), expiresAt: onDay(at + 30), ...donor })
    bank.advance(onDay(at).getTime() - bank.now().getTime())
    for (const hours of [0, 1]) await endDueKeptDonors(db, onDay(at + hours / 24))
    const told: Record<string, string> = {}
    for (const [name, person] of Object.entries(people))
      for (const { subject } of await mailsTo(person))
        told[name] = (told[name] ?? '') + subject.split(' will be')[0]
    return told
  }
  const lost = { hallId: north?.id ?? null, keptBy: keeper.id }
  expect(await tell(800, lost, {})).toEqual({ admin: '2 donors whom nobody keeps' })
  await storeCoordinator(db, ofNorth.id, { endsAt, hallId: north?.id ?? null })
  await storeCoordinator(db, ofSouth.id, { endsAt, hallId: south?.id ?? null })
  expect(await tell(802, lost, {})).toEqual({
    ofNorth: '1 donor whom nobody keeps',
    admin: '1 donor whom nobody keeps',
  })
  await storeCoordinator(db, ofAll.id, { endsAt })
  expect(await tell(804, lost, {})).toEqual({
    ofNorth: '1 donor whom nobody keeps',
    ofAll: '2 donors whom nobody keeps',
  })
  expect(await tell(806, { keptBy: ofAll.id }, {}, { keptBy: admin.id })).toEqual({
    ofAll: '2 donors',
    admin: '1 donor whom you keep',
  })
  await db.updateTable('coordinators').set({ endedAt: bank.now() }).execute()
  expect(await tell(808, lost)).toEqual({ admin: '1 donor whom nobody keeps' })
})

test('a call or a donation after the warning ends the countdown', async () => {
  await db.deleteFrom('keptDonors').execute()
  const at = 900
  bank.advance(onDay(at).getTime() - bank.now().getTime())
  const donors = await Promise.all(
    ['called', 'gave', 'gave before', 'forgotten'].map(fullName =>
      storeKeptDonor(db, { fullName, importedAt: onDay(at - 700), expiresAt: onDay(at + 29) }),
    ),
  )
  await endDueKeptDonors(db, onDay(at))
  const [called, gave, before] = donors.map(({ id }) => ({ id }))
  await admin.call(callDonor, { params: { kind: 'kept', id: called?.id ?? '' }, body: {} })
  for (const [params, day] of [
    [gave, at - 1],
    [before, at - 800],
  ] as const)
    await admin.call(correctKeptDonor, {
      params: params ?? { id: '' },
      body: {
        fullName: 'gave',
        bloodGroup: 'B-',
        lastDonationDate: onDay(day).toISOString().slice(0, 10),
      },
    })
  await endDueKeptDonors(db, onDay(at + 30))
  expect((await db.selectFrom('keptDonors').select('id').execute()).map(({ id }) => id).sort()).toEqual(
    [called?.id, gave?.id].sort(),
  )
})
