import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, onTestFinished, test, vi } from 'vitest'
import { harvest, storeNumbers } from '../../testing/harvest.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

const bank = await startTestApp()
await storeNumbers(bank.db, { donors: 480, bloodRequests: 300 })
const search = { bloodGroup: 'A+', limit: 300 } as const

/** A new unverified account in a network of its own, unless it is given one. */
async function unverified(address = anotherAddress(), site = bank) {
  const { email } = await site.newMember({ emailVerified: false })
  const person = site.stranger(address)
  await person.call(signIn, { body: { email, password: PASSWORD } })
  return person
}

let networks = 0
function anotherAddress() {
  networks += 1
  return `2001:db8:${networks}::1`
}

test('a throw-away account that was never verified harvests no more than 60 numbers in nine calls', async () => {
  const attacker = await unverified()
  const { numbers, replies, withheldUntil } = await harvest(attacker)
  expect([numbers.size, withheldUntil.length]).toEqual([60, 290])
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  // After 300 names.
  expect(replies.map(({ body }) => body.records.length)).toEqual([...Array(6).fill(50), 0, 0, 50])
})

test('a verified account harvests no more than 400 numbers an hour and 1,000 a day', async () => {
  const attacker = await bank.signedInAs()
  const seen = new Set<string>()
  const perHour: number[] = []
  for (let hour = 0; hour < 4; hour += 1) {
    const before = seen.size
    for (const number of (await harvest(attacker)).numbers) seen.add(number)
    perHour.push(seen.size - before)
    bank.advance(HOUR_MS)
  }
  expect(Math.max(...perHour)).toBeLessThanOrEqual(400)
  expect(seen.size).toBeGreaterThan(600)
  expect(seen.size).toBeLessThanOrEqual(1_000)
})

test('numbers of donors of other groups count like those of the searched group', async () => {
  const rima = await unverified()
  const query = { bloodGroup: 'AB+' } as const
  const others = await rima.call(searchCompatibleDonors, { query })
  expect(others.body.records.filter(({ contactNumber }) => contactNumber !== null)).toHaveLength(50)
  const { records } = (await rima.call(searchDonors, { query })).body
  expect(records.filter(({ contactNumber }) => contactNumber !== null)).toHaveLength(10)
  expect(records.filter(({ isNumberWithheld }) => isNumberWithheld)).toHaveLength(40)
})

test('what is withheld says until when, and is then shown; no other caller gets the same reply', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T07:59:30Z') })
  onTestFinished(() => void vi.useRealTimers())
  const site = await startTestApp({ NUMBERS_PER_HOUR: '60' })
  await storeNumbers(site.db, { donors: 16, bloodRequests: 59 })
  const rima = await site.signedInAs()
  const first = await harvest(rima)
  expect(first.numbers.size).toBe(60)
  expect(first.withheldUntil).toEqual(Array(15).fill('2026-11-21T09:00:00.000Z'))
  // The same again, and with the tag of what is withheld.
  const withheld = first.replies.at(-1)
  const headers = { 'if-none-match': String(withheld?.headers.etag) }
  expect((await rima.send('GET', '/api/blood-requests?limit=300', { headers })).status).toBe(304)
  expect((await harvest(rima)).replies.at(-1)?.body).toEqual(withheld?.body)
  const karim = await site.signedInAs()
  const whole = await karim.call(listActiveBloodRequests, { query: { limit: 300 } })
  expect(whole.headers.etag).not.toBe(withheld?.headers.etag)
  expect(whole.body.records.filter(({ contactNumber }) => contactNumber !== null)).toHaveLength(59)
  site.advance(HOUR_MS - SECOND_MS)
  expect((await harvest(rima)).withheldUntil).toHaveLength(15)
  site.advance(SECOND_MS)
  expect((await harvest(rima)).withheldUntil).toEqual([])
})

test('a number counts once a day, however often it is sent, and a 304 counts none', async () => {
  const rima = await bank.signedInAs()
  for (let time = 0; time < 20; time += 1)
    expect((await rima.call(searchDonors, { query: search })).status).toBe(200)
  const first = await rima.send('GET', '/api/donors?bloodGroup=A%2B')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const limited = await unverified()
  for (let time = 0; time < 3; time += 1)
    expect((await limited.send('GET', '/api/donors?bloodGroup=A%2B', { headers })).status).toBe(304)
  const { numbers } = await harvest(limited)
  expect(numbers.size).toBe(60)
})

test('the lists of admins are not limited', async () => {
  const admin = await bank.signedInAs({ role: 'admin' })
  for (let time = 0; time < 5; time += 1) {
    const query = { limit: 300, search: '', order: time % 2 ? 'asc' : 'desc' } as const
    expect((await admin.call(listDonors, { query })).status).toBe(200)
    expect((await admin.call(listBloodRequests, { query })).status).toBe(200)
  }
  expect((await harvest(admin)).withheldUntil.length).toBeGreaterThan(0)
})
