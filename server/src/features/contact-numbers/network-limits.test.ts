import { readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import type { ReplyOf } from '@blood-bank/contract/endpoint'
import { verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { harvest, storeNumbers } from '../../testing/harvest.ts'
import type { Person, Reply } from '../../testing/person.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const bank = await startTestApp()
await storeNumbers(bank.db, { donors: 480, bloodRequests: 20 })

type Setting = { site?: typeof bank; emailVerified?: boolean }

async function memberAt(address: string, { site = bank, emailVerified = false }: Setting = {}) {
  const { email } = await site.newMember({ emailVerified })
  const person = site.stranger(address)
  await person.call(signIn, { body: { email, password: PASSWORD } })
  return person
}

/** The ids of all donors that a person is shown who reads the searches to their end. */
async function readAllDonors(person: Person, bloodGroups: readonly BloodGroup[] = BLOOD_GROUPS) {
  const ids: string[] = []
  for (const bloodGroup of bloodGroups) {
    let page: { after?: string } | null = {}
    while (page) {
      const query = { bloodGroup, limit: 20, ...page }
      const reply: Reply<ReplyOf<typeof searchDonors>> = await person.call(searchDonors, { query })
      ids.push(...reply.body.records.map(({ id }) => id))
      page = reply.body.next ? { after: reply.body.next } : null
    }
  }
  return ids
}

test('the contact numbers of requests count for the network, one by one, too', async () => {
  const ids: string[] = []
  for (let nth = 0; nth < 61; nth += 1) {
    const { id } = await storeBloodRequest(bank.db, { contactNumber: `+88019${10_000_000 + nth}` })
    ids.push(id)
  }
  const people = [await memberAt('203.0.113.2'), await memberAt('203.0.113.2')]
  const shown = []
  for (const [nth, id] of ids.entries())
    shown.push((await (people[nth % 2] as Person).call(readBloodRequest, { params: { id } })).body)
  expect(shown.map(({ isNumberWithheld }) => isNumberWithheld)).toEqual([...Array(60).fill(undefined), true])
  expect(shown.at(-1)).toMatchObject({ contactNumber: null, numberWithheldUntil: expect.any(String) })
  await bank.db.deleteFrom('bloodRequests').where('id', 'in', ids).execute()
})

test('what is withheld says when it is shown, and does not concern verified members or other networks', async () => {
  const [first, second] = [await memberAt('203.0.113.3'), await memberAt('203.0.113.3')]
  const begun = bank.now().getTime()
  await harvest(first)
  const { numbers, replies, withheldUntil } = await harvest(second)
  expect(numbers.size).toBe(60)
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  const [until = ''] = withheldUntil
  expect(Date.parse(until)).toBeGreaterThanOrEqual(begun + HOUR_MS)
  expect(Date.parse(until)).toBeLessThanOrEqual(bank.now().getTime() + HOUR_MS + MINUTE_MS)
  expect((await harvest(await memberAt('203.0.113.4'))).numbers.size).toBeGreaterThan(0)
  const verified = await memberAt('203.0.113.3', { emailVerified: true })
  expect((await harvest(verified)).numbers.size).toBeGreaterThan(300)
  bank.advance(Date.parse(until) - bank.now().getTime())
  expect((await harvest(second)).numbers.size).toBeGreaterThan(60)
})

test('ten unverified accounts of one network see no more than 300 donors in an hour, of a /56 twice as many', async () => {
  const site = await startTestApp()
  await storeNumbers(site.db, { donors: 800, bloodRequests: 0 })
  await site.db.updateTable('donors').set({ allowContactVisibility: false }).execute()
  const seen = new Set<string>()
  const read = async (address: string, bloodGroups?: readonly BloodGroup[]) => {
    const person = await memberAt(address, { site })
    for (const id of await readAllDonors(person, bloodGroups)) seen.add(id)
  }
  for (let nth = 0; nth < 10; nth += 1) await read('2001:db8:6:100::1')
  expect(seen.size).toBe(300)
  // A shorter list, whose reader learns of it; whom the network has seen stays.
  const person = await memberAt('2001:db8:6:100::1', { site })
  const search = async (bloodGroup: BloodGroup) =>
    (await person.call(searchDonors, { query: { bloodGroup, limit: 20 } })).body
  const [first, last] = [await search(BLOOD_GROUPS[0]), await search(BLOOD_GROUPS[7])]
  expect([first.records.length, first.shortenedUntil]).toEqual([20, undefined])
  expect(last).toMatchObject({ records: [], next: null, total: 100, shortenedUntil: expect.any(String) })
  for (let nth = 3; nth < 8; nth += 1) await read(`2001:db8:6:11${nth}::1`, BLOOD_GROUPS.slice(nth))
  expect(seen.size).toBe(600)
})

test('a few networks within their limits make no call of others fail, nor of their own', async () => {
  const others = { member: await memberAt('203.0.113.7'), stranger: bank.stranger('203.0.113.8') }
  const find = (person: Person) => person.call(verifyEmail, { body: { token: 'x'.repeat(43) } })
  const flood = Array.from({ length: 5 * 64 }, (_, nth) => find(bank.stranger(`198.51.100.${nth % 5}`)))
  expect((await others.member.call(readSession)).status).toBe(200)
  expect((await find(others.stranger)).error?.code).toBe('link-not-valid')
  expect((await memberAt('203.0.113.9')).cookie).toContain('session')
  expect(new Set((await Promise.all(flood)).map(({ error }) => error?.code))).toEqual(
    new Set(['link-not-valid']),
  )
})
