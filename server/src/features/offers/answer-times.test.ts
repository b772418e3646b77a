import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { readCharts } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { storeBloodRequest, storeOffer, storeUser } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { computeAnswerTimes } from './answer-times.ts'

const bank = await startTestApp()
const { db } = bank
const owner = await storeUser(db)

const compute = (today: string) => computeAnswerTimes(db, { today, timeZone: 'Asia/Dhaka' })
const stored = () =>
  db.selectFrom('answerTimes').selectAll().where('posted', '>', 0).orderBy('month').execute()

/** Stores requests of one moment, each with offers after so many minutes. */
async function storeAnswered(requestedAt: string, ...offersOf: number[][]) {
  const ids: string[] = []
  for (const minutes of offersOf) {
    const { id } = await storeBloodRequest(db, {
      userId: owner.id,
      requestedAt: new Date(requestedAt),
      status: 'fulfilled',
    })
    ids.push(id)
    for (const minute of minutes)
      await storeOffer(db, {
        bloodRequestId: id,
        status: 'withdrawn',
        offeredAt: new Date(new Date(requestedAt).getTime() + minute * MINUTE_MS),
        settledAt: new Date('2026-11-30T00:00:00Z'),
      })
  }
  return ids
}

const TEN = [[1], [30], [2, 50], [70], [10], [12], [400], [90, 3], [20], [5]]

test('of ten answered requests of a month the median of the first offers is stored, of nine it is not', async () => {
  // In Dhaka, October begins at 18:00 UTC of the last day of September.
  await storeAnswered('2026-09-30T17:59:00Z', ...TEN.slice(1))
  await storeAnswered('2026-09-30T18:00:00Z', ...TEN, [], [])
  await storeAnswered('2026-10-31T18:00:00Z', [1])
  await compute('2026-11-01')
  expect(await stored()).toEqual([
    { month: '2026-09-01', posted: 9, answered: 9, medianMinutes: null, computedOn: '2026-11-01' },
    { month: '2026-10-01', posted: 12, answered: 10, medianMinutes: 11, computedOn: '2026-11-01' },
  ])
})

test('last month is computed again on the next day, an earlier one never', async () => {
  const [late] = await storeAnswered('2026-10-20T00:00:00Z', [14])
  await storeAnswered('2026-09-20T00:00:00Z', [14])
  const medians = async () => (await stored()).map(({ answered, medianMinutes }) => [answered, medianMinutes])
  await compute('2026-11-01')
  expect(await medians()).toEqual([
    [9, null],
    [10, 11],
  ])
  await compute('2026-11-02')
  expect(await medians()).toEqual([
    [9, null],
    [11, 12],
  ])
  await db
    .deleteFrom('bloodRequests')
    .where('id', '=', late as string)
    .execute()
  await compute('2026-12-01')
  expect(await medians()).toEqual([
    [9, null],
    [11, 12],
    [1, null],
  ])
})

test('requests that are hidden, and those whose owner is suspended, do not count', async () => {
  const hiding = await storeAnswered('2026-12-10T00:00:00Z', [1], [2], ...TEN)
  await db
    .updateTable('bloodRequests')
    .set({ isHidden: true })
    .where('id', 'in', hiding.slice(0, 3))
    .execute()
  await compute('2027-01-10')
  expect((await stored()).at(-1)).toMatchObject({ posted: 9, answered: 9, medianMinutes: null })
})

test('the owner of a request reads that of last month only, admins every month', async () => {
  const member = await bank.signedInAs()
  const { id } = await storeBloodRequest(db, { userId: member.id })
  const usual = async (moment: string) => {
    bank.advance(new Date(moment).getTime() - bank.now().getTime())
    const progress = await member.call(readAlertProgress, { params: { id } })
    return progress.body.usualAnswerMinutes
  }
  expect(await usual('2026-10-31T17:59:00Z')).toBeNull()
  expect(await usual('2026-10-31T18:01:00Z')).toBe(12)
  expect(await usual('2026-11-30T18:01:00Z')).toBeNull()
  const admin = await bank.signedInAs({ role: 'admin' })
  expect(
    (await admin.call(readCharts)).body.answerTimes.map(({ month, medianMinutes }) => [month, medianMinutes]),
  ).toEqual([
    ['2026-12', null],
    ['2026-11', null],
    ['2026-10', 12],
    ['2026-09', null],
  ])
})
