import { listDonors } from '@blood-bank/contract/donors/administration'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { everyPage } from '../../testing/http/every-page.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ DONATION_INTERVAL_DAYS: '56' })
const rima = await bank.signedInAs()

type Query = Parameters<typeof rima.call<typeof searchDonors>>[1]['query']
const search = (query: Query) => rima.call(searchDonors, { query })

const TODAY = calendarDate(new Date(), bank.config.timeZone)
const daysAgo = (days: number) => addDays(TODAY, -days)
const on = (day: number) => new Date(Date.UTC(2026, 0, day))

test('those who can be called today come first, then those who can be asked, then those who cannot donate yet', async () => {
  const bloodGroup = 'B+'
  for (const isVerified of [true, false])
    for (const day of [1, 2])
      for (const days of [56, 55])
        for (const allowContactVisibility of [false, true])
          await storeDonor(bank.db, {
            bloodGroup,
            isVerified,
            allowContactVisibility,
            registeredAt: on(day),
            lastDonationDate: daysAgo(days),
            fullName: `${allowContactVisibility ? 'number' : 'private'}, ${isVerified ? 'verified' : 'other'}, day ${day}, donated ${days} days ago`,
          })
  const inOrder = ['verified, day 2', 'verified, day 1', 'other, day 2', 'other, day 1']
  const expected = [56, 55].flatMap(days =>
    ['number', 'private'].flatMap(number =>
      inOrder.map(text => `${number}, ${text}, donated ${days} days ago`),
    ),
  )
  const { body } = await search({ bloodGroup })
  expect(body.records.map(donor => donor.fullName)).toEqual(expected)
  const counts = { toCall: 4, toAsk: 4, later: 8 }
  expect(body).toMatchObject({ total: 16, counts })
  for (const limit of ['1', '3', '4', '5', '8', '9', '16']) {
    const pages = await everyPage(cursor => search({ bloodGroup, limit, ...cursor }))
    expect(pages.flat(), `pages of ${limit}`).toEqual(body.records)
    expect((await search({ bloodGroup, limit })).body, `pages of ${limit}`).toMatchObject({
      total: 16,
      counts,
    })
  }
  const first = (await search({ bloodGroup, limit: '5' })).body
  const second = (await search({ bloodGroup, limit: '5', after: first.next ?? '' })).body
  expect(second).toMatchObject({ total: null, counts: null })
})

test.each([
  [null, null],
  [57, null],
  [56, null],
  [55, 1],
  [0, 56],
  // In the earliest time zone it is tomorrow already.
  [-1, 57],
])('a donor who donated %j days ago can donate again in %j days', async (days, daysLeft) => {
  const { id } = await storeDonor(bank.db, {
    bloodGroup: 'A-',
    lastDonationDate: days === null ? null : daysAgo(days),
  })
  const { body } = await search({ bloodGroup: 'A-' })
  const found = body.records.find(donor => donor.id === id)
  expect(found?.eligibleFrom).toBe(daysLeft === null ? null : addDays(TODAY, daysLeft))
})

test('the date of the last donation is in no byte of the reply', async () => {
  await storeDonor(bank.db, {
    bloodGroup: 'AB-',
    lastDonationDate: daysAgo(20),
    recordedDonationDate: daysAgo(30),
  })
  const { text } = await search({ bloodGroup: 'AB-' })
  expect(text).toContain(addDays(TODAY, 36))
  for (const days of [20, 30]) expect(text).not.toContain(daysAgo(days))
})

test('the later one of the own and the recorded date counts, in the very next search', async () => {
  const { id } = await storeDonor(bank.db, { bloodGroup: 'O-', lastDonationDate: daysAgo(100) })
  const eligibleFrom = async () => {
    for (let time = 0; time < 3; time += 1) await search({ bloodGroup: 'O-' })
    return (await search({ bloodGroup: 'O-' })).body.records.map(donor => donor.eligibleFrom)
  }
  const setDates = (dates: Updateable<Schema['donors']>) =>
    bank.db.updateTable('donors').set(dates).where('id', '=', id).execute()
  expect(await eligibleFrom()).toEqual([null])
  await setDates({ recordedDonationDate: daysAgo(10) })
  expect(await eligibleFrom()).toEqual([addDays(TODAY, 46)])
  await setDates({ lastDonationDate: daysAgo(5) })
  expect(await eligibleFrom()).toEqual([addDays(TODAY, 51)])
  // 28 days after platelets; of which date the other follows, nobody can tell.
  await setDates({ lastDonationDate: daysAgo(40), recordedDonationDate: null })
  expect(await eligibleFrom()).toEqual([addDays(TODAY, 16)])
  await setDates({ recordedPlateletsDate: daysAgo(3) })
  expect(await eligibleFrom()).toEqual([addDays(TODAY, 25)])
  await setDates({ recordedPlateletsDate: daysAgo(28), lastDonationDate: null })
  expect(await eligibleFrom()).toEqual([null])
})

test('a donor who rests by choice is listed with those who cannot donate yet, and no reply to others has the date', async () => {
  const bloodGroup = 'AB+'
  const donors = {
    'rests long': { restsUntil: addDays(TODAY, 200), lastDonationDate: daysAgo(20) },
    'donated lately': { lastDonationDate: daysAgo(20) },
    'rests briefly': { restsUntil: addDays(TODAY, 1) },
    'rested until today': { restsUntil: TODAY },
  }
  for (const [at, [fullName, dates]] of Object.entries(donors).entries())
    await storeDonor(bank.db, { bloodGroup, fullName, ...dates, registeredAt: on(9 - at) })
  const { body, text } = await search({ bloodGroup })
  expect(
    body.records.map(({ fullName, eligibleFrom, isResting }) => [fullName, eligibleFrom, isResting]),
  ).toEqual([
    ['rested until today', null, undefined],
    // In the order in which they registered, whatever the dates.
    ['rests long', null, true],
    ['donated lately', addDays(TODAY, 36), undefined],
    ['rests briefly', null, true],
  ])
  expect(body.counts).toEqual({ toCall: 0, toAsk: 1, later: 3 })
  const first = (await search({ bloodGroup, limit: '1' })).body
  expect(first.counts).toEqual(body.counts)
  const pages = await everyPage(cursor => search({ bloodGroup, limit: '1', ...cursor }))
  expect(pages.flat()).toEqual(body.records)

  const admin = await bank.signedInAs({ role: 'admin' })
  const listed = await admin.call(listDonors, { query: { bloodGroup } })
  expect(listed.body.records.find(({ fullName }) => fullName === 'rests long')).toMatchObject({
    eligibleFrom: null,
    isResting: true,
  })
  for (const reply of [text, listed.text]) {
    expect(reply).not.toContain('restsUntil')
    for (const days of [1, 200]) expect(reply).not.toContain(addDays(TODAY, days))
  }
})
