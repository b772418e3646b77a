import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/connection.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'

const { db } = await createTestDatabase()
const LAST_ADMIN = 'BB001'

let ids: string[] = []
beforeEach(async () => {
  // Other users may be deleted in any order; the last admin may be demoted in the statement that adds new ones.
  const admins = [await storeUser(db, { role: 'admin' }), await storeUser(db, { role: 'admin' })]
  ids = admins.map(admin => admin.id)
  await db.deleteFrom('users').where('id', 'not in', ids).execute()
})

const demote = (id: string) => db.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute()
const remove = (id: string) => db.deleteFrom('users').where('id', '=', id).execute()
const admins = async () =>
  (await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(admin => admin.id)

const stateOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test.each([
  ['demoted', demote],
  ['removed', remove],
])('the last admin cannot be %s', async (_, act) => {
  const [first = '', last = ''] = ids
  expect(await stateOf(act(first))).toBe('done')
  expect(await stateOf(act(last))).toBe(LAST_ADMIN)
  expect(await admins()).toEqual([last])
})

const CONCURRENT = [
  ['demote', demote, demote],
  ['remove', remove, remove],
  ['demote and remove', demote, remove],
] as const
test.each(CONCURRENT)(
  'of two admins who %s each other concurrently one stays, in 30 rounds',
  async (_, one, other) => {
    for (let round = 0; round < 30; round += 1) {
      const pair = [await storeUser(db, { role: 'admin' }), await storeUser(db, { role: 'admin' })]
      const before = pair.map(admin => admin.id)
      await db.deleteFrom('users').where('id', 'not in', before).execute()
      const states = await Promise.all([stateOf(one(before[0] ?? '')), stateOf(other(before[1] ?? ''))])
      expect(states.sort()).toEqual([LAST_ADMIN, 'done'])
      expect(await admins()).toHaveLength(1)
    }
  },
)

test('neither one statement nor one transaction can demote all admins at once', async () => {
  expect(await stateOf(db.updateTable('users').set({ role: 'user' }).execute())).toBe(LAST_ADMIN)
  expect(await stateOf(db.deleteFrom('users').execute())).toBe(LAST_ADMIN)
  const oneByOne = inTransaction(db, async db => {
    for (const id of ids) await db.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute()
  })
  expect(await stateOf(oneByOne)).toBe(LAST_ADMIN)
  expect((await admins()).sort()).toEqual([...ids].sort())
})

test('an update that leaves the role unchanged is allowed', async () => {
  const [first = '', last = ''] = ids
  await demote(first)
  const again = db
    .updateTable('users')
    .set({ role: 'admin', email: 'rima@example.edu' })
    .where('id', '=', last)
    .execute()
  expect(await stateOf(again)).toBe('done')
})
