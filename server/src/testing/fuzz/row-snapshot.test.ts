import { expect, test } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import { storeDonor } from '../stored.ts'
import { createRowSnapshot } from './row-snapshot.ts'

const { owner } = await createTestDatabase()
const stored = await storeDonor(owner)
const rows = await createRowSnapshot(owner)
const donors = () => owner.selectFrom('donors').selectAll().orderBy('id').execute()

test('deleted and changed rows are restored, and new rows stay until a reset', async () => {
  await owner.updateTable('donors').set({ department: 'Law', isVerified: true }).execute()
  const added = await storeDonor(owner)
  await rows.restore()
  expect(await donors()).toEqual([stored, added])
  await owner.deleteFrom('users').execute()
  await rows.restore()
  expect(await donors()).toEqual([stored])
  await storeDonor(owner)
  await rows.reset()
  expect(await donors()).toEqual([stored])
  expect(await owner.selectFrom('users').select('id').execute()).toHaveLength(1)
})
