import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { plannerOf, storeDonors } from '../../testing/alerts/alerts.ts'
import { newDonor, offered, post } from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ HOTLINE_NUMBER: '16263' })
const owner = await bank.signedInAs()
const donor = await newDonor(bank)
await storeDonors(bank, 2)
const request = await post(owner)
bank.advance(1_000)
await plannerOf(bank)()
const progressFor = (person: Person) => person.call(readAlertProgress, { params: { id: request.id } })

test('the owner and admins see how many donors were asked, and that nobody else can give', async () => {
  const admin = await bank.signedInAs({ role: 'admin' })
  for (const person of [owner, admin])
    expect((await progressFor(person)).body).toEqual({
      donorsAsked: 3,
      donorsWithoutOffer: 3,
      askedAt: { first: expect.any(String), last: expect.any(String) },
      isExhausted: true,
      usualAnswerMinutes: null,
      hotlineNumber: null,
    })
})

test('nobody else learns who was asked', async () => {
  expect(await progressFor(donor)).toRefuse('not-yours')
  expect(await progressFor(bank.stranger())).toRefuse('not-signed-in')
  const unknown = { params: { id: '0198f3a0-1234-7abc-8def-0123456789ab' } }
  expect(await owner.call(readAlertProgress, unknown)).toRefuse('blood-request-not-found')
})

test('the hotline is shown after 15 minutes without an offer, until somebody offers', async () => {
  bank.advance(16 * MINUTE_MS)
  expect((await progressFor(owner)).body.hotlineNumber).toBe('16263')
  await offered(donor, request)
  expect((await progressFor(owner)).body).toMatchObject({ donorsWithoutOffer: 2, hotlineNumber: null })
})

test('where nobody can be asked, the hotline is shown at once', async () => {
  await bank.db.updateTable('donors').set({ isAvailable: false }).execute()
  const rare = await post(owner)
  bank.advance(1_000)
  await plannerOf(bank)()
  const { body } = await owner.call(readAlertProgress, { params: { id: rare.id } })
  expect(body).toEqual({
    donorsAsked: 0,
    donorsWithoutOffer: 0,
    askedAt: null,
    isExhausted: true,
    usualAnswerMinutes: null,
    hotlineNumber: '16263',
  })
})
