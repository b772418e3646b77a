import { expect, test } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import { storeDonor } from '../stored.ts'
import { createRowSnapshot } from './row-snapshot.ts'

const { owner } = await createTestDatabase()
const kept = await storeDonor(owner)
const rows = await createRowSnapshot(owner)
const donors = () => owner.selectFrom('donors').selectAll().orderBy('id').execute()

test('what is gone or changed is put back, and what is new stays until all is made as it was', async () => {
  await owner.updateTable('donors').set({ department: 'Law', isVerified: true }).execute()
  const added = await storeDonor(owner)
  await rows.restore()
  expect(await donors()).toEqual([kept, added])
  await owner.deleteFrom('users').execute()
  await rows.restore()
  expect(await donors()).toEqual([kept])
  await storeDonor(owner)
  await rows.reset()
  expect(await donors()).toEqual([kept])
  expect(await owner.selectFrom('users').select('id').execute()).toHaveLength(1)
})
