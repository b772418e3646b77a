import { NOT_PERSONAL, TABLE_CLAIMS } from '@blood-bank/contract/testing/table-claims'
import { expect, test } from 'vitest'
import { RETENTION_ROWS } from '../testing/growth/retention-table.ts'

test('every table has a period', () => {
  const tables = RETENTION_ROWS.flatMap(({ tables }) => tables)
  expect(tables.toSorted()).toEqual([...Object.keys(TABLE_CLAIMS), ...NOT_PERSONAL].sort())
})
