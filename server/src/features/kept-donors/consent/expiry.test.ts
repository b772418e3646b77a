import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { storeKeptDonor } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { endDueKeptDonors } from './expiry.ts'

const bank = await startTestApp()
const { db } = bank
const start = bank.now()
const onDay = (day: number) => new Date(start.getTime() + day * DAY_MS)

const keeper = await bank.signedInAs()
const mailsTo = async () =>
  (await bank.mailsTo(keeper.user?.email ?? '')).filter(({ subject }) => subject.includes('whom you keep'))

/** A donor who is erased on a day, unless somebody calls them. */
const ending = (day: number, keptBy: string | null = keeper.id) =>
  storeKeptDonor(db, { keptBy, importedAt: onDay(-700), expiresAt: onDay(day) })

test('whoever keeps donors is told 30 days before they are erased, once a day at most, and without a number', async () => {
  const first = await ending(30)
  await ending(30.5)
  await ending(32)
  await ending(30, null)
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
