import { randomUUID } from 'node:crypto'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { readOwnDonor, searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import {
  addHall,
  deleteHall,
  listHallRecords,
  listHalls,
  MAX_HALLS,
  renameHall,
  setOwnHall,
} from '@blood-bank/contract/halls/endpoints'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { aDonor } from '../../testing/person.ts'
import { countLockWaits } from '../../testing/postgres/test-database.ts'
import { storeKeptDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const GONE = '0198f3a0-1234-7abc-8def-0123456789ab'

afterEach(() => bank.db.deleteFrom('halls').execute())

const add = async (name: string) => (await admin.call(addHall, { body: { name } })).body
const donorNamed = async (fullName: string) => {
  const person = await bank.signedInAs()
  await person.call(registerDonor, { body: aDonor({ fullName }) })
  const choose = (hallId: string | null) => person.call(setOwnHall, { body: { hallId } })
  const hallOf = async () => (await person.call(readOwnDonor)).body.donor?.hallId
  return { person, choose, hallOf }
}

test('an admin adds, renames and deletes a hall; members read the list by name, and the audit log has it', async () => {
  const south = await add('  South   Hall ')
  const north = await add('North Hall')
  const member = await bank.signedInAs()
  expect((await member.call(listHalls)).body.halls).toEqual([north, { id: south.id, name: 'South Hall' }])
  const params = { id: south.id }
  await admin.call(renameHall, { params, body: { name: 'East Hall' } })
  await admin.call(renameHall, { params, body: { name: 'East Hall' } })
  expect((await admin.call(deleteHall, { params })).status).toBe(204)
  expect((await member.call(listHalls)).body.halls).toEqual([north])
  const entries = bank.db.selectFrom('auditEntries').select(['actorId', 'action', 'before', 'after'])
  expect(await entries.where('targetId', '=', south.id).orderBy('id').execute()).toEqual([
    { actorId: admin.id, action: 'hall-added', before: null, after: { name: 'South Hall' } },
    {
      actorId: admin.id,
      action: 'hall-renamed',
      before: { name: 'South Hall' },
      after: { name: 'East Hall' },
    },
    { actorId: admin.id, action: 'hall-deleted', before: { name: 'East Hall' }, after: null },
  ])
})

test.each([
  [' ', 'Hall Name is required.'],
  ['x'.repeat(61), 'Hall Name must be at most 60 characters long.'],
  [' north\u00a0 HALL ', 'There is a hall of this name already.'],
])('the name %j is refused at its field, of a new hall and of another one', async (name, message) => {
  await add('North Hall')
  const params = { id: (await add('South Hall')).id }
  for (const refused of [
    await admin.call(addHall, { body: { name } }),
    await admin.call(renameHall, { params, body: { name } }),
  ])
    expect(refused.error).toMatchObject({ message, fields: { name: message } })
  expect((await admin.call(listHalls)).body.halls).toHaveLength(2)
})

test('of concurrent halls of one name one is stored, and never more halls than are allowed', async () => {
  const same = await Promise.all(
    ['North', 'NORTH', 'north'].map(name => admin.call(addHall, { body: { name } })),
  )
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const names = Array.from({ length: MAX_HALLS - 2 }, (_, nth) => ({ name: `Hall ${nth}` }))
  await bank.db.insertInto('halls').values(names).execute()
  const last = await Promise.all(['East', 'West'].map(name => admin.call(addHall, { body: { name } })))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(last.find(({ status }) => status === 409)).toRefuse('too-many-halls')
})

test('a hall takes another spelling of its own name; one that is gone is neither renamed nor deleted', async () => {
  const { id } = await add('north hall')
  const name = 'North Hall'
  expect((await admin.call(renameHall, { params: { id }, body: { name } })).body).toEqual({ id, name })
  expect(await admin.call(renameHall, { params: { id: GONE }, body: { name } })).toRefuse('hall-not-found')
  expect(await admin.call(deleteHall, { params: { id: GONE } })).toRefuse('hall-not-found')
})

test('a donor chooses a hall, which their profile, their data and the admins have, and a search never tells', async () => {
  const { id } = await add('North Hall')
  const { person, choose, hallOf } = await donorNamed('Nadia Islam')
  const { body: before } = await person.call(readOwnDonor)
  expect((await choose(id)).body).toEqual({ ...before.donor, hallId: id })
  // The form of the profile leaves it as it is.
  await person.call(updateOwnDonor, { body: aDonor({ fullName: 'Nadia Islam', department: 'Botany' }) })
  expect(await hallOf()).toBe(id)
  expect((await person.call(exportOwnAccount)).body.donorProfile?.hallId).toBe(id)
  const query = { search: 'Nadia Islam' }
  expect((await admin.call(listDonors, { query })).body.records).toMatchObject([{ hallId: id }])
  for (const reader of [person, await bank.signedInAs(), admin])
    for (const found of [
      await reader.call(searchDonors, { query: { bloodGroup: 'O+' } }),
      await reader.call(searchCompatibleDonors, { query: { bloodGroup: 'A+' } }),
    ]) {
      expect(found.text).toContain('Nadia Islam')
      expect(found.text).not.toMatch(new RegExp(`${id}|hall`, 'i'))
    }
  expect((await choose(null)).body.hallId).toBeNull()
})

test('a hall that is gone is refused at its field, and who is no donor has none', async () => {
  const { choose, hallOf } = await donorNamed('Rima Akter')
  const { id } = await add('North Hall')
  await choose(id)
  const message = 'This hall is gone. Choose another one.'
  const refused = await choose(GONE)
  expect(refused).toRefuse('hall-gone', message)
  expect(refused.error?.fields).toEqual({ hallId: message })
  expect(await hallOf()).toBe(id)
  const reader = await bank.signedInAs()
  expect(await reader.call(setOwnHall, { body: { hallId: id } })).toRefuse('donor-not-found')
})

test('the donors of a hall that is deleted have none, and others keep theirs', async () => {
  const [north, south] = [await add('North Hall'), await add('South Hall')]
  const [rima, nadia, karim] = await Promise.all(['Rima', 'Nadia', 'Karim'].map(donorNamed))
  await rima?.choose(north.id)
  await nadia?.choose(north.id)
  await karim?.choose(south.id)
  expect((await admin.call(listHallRecords)).body.halls).toEqual([
    { ...north, donors: 2 },
    { ...south, donors: 1 },
  ])
  await admin.call(deleteHall, { params: { id: north.id } })
  expect(await Promise.all([rima, nadia, karim].map(donor => donor?.hallOf()))).toEqual([
    null,
    null,
    south.id,
  ])
})

test('a hall is not chosen and deleted at once', async () => {
  const { choose, hallOf } = await donorNamed('Rima Akter')
  for (const name of ['North', 'South', 'East', 'West']) {
    const { id } = await add(name)
    const [chosen, deleted] = await Promise.all([choose(id), admin.call(deleteHall, { params: { id } })])
    expect([200, 409]).toContain(chosen.status)
    expect(deleted.status).toBe(204)
    expect(await hallOf()).toBeNull()
  }
})

test('a hall is deleted in the order in which others lock its donors without an account', async () => {
  const { id: hallId } = await add('North Hall')
  const [first, second] = [randomUUID(), randomUUID()].sort() as [string, string]
  for (const id of [second, first]) await storeKeptDonor(bank.db, { id, hallId })
  const lock = (db: Transaction, id: string) =>
    sql`select from kept_donors where id = ${id} for update`.execute(db)
  const { deletion } = await inTransaction(bank.db, async db => {
    await lock(db, first)
    const deletion = admin.call(deleteHall, { params: { id: hallId } })
    await vi.waitFor(async () => expect(await countLockWaits(bank.db)).toBe(1))
    await lock(db, second)
    return { deletion }
  })
  expect((await deletion).status).toBe(204)
})
