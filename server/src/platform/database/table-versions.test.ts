import { expect, test } from 'vitest'
import { combineVersions, createTableVersions } from './table-versions.ts'

const donors = { version: '1', isStable: true, lookup: 7 }
const bloodRequests = { version: '1', isStable: true, lookup: 7 }
const combinedVersion = (...[versions, date]: Parameters<typeof combineVersions>) =>
  combineVersions(versions, date).version

test('the version of a result changes with each of its tables, and with the date if it depends on it', () => {
  const versions = [
    combinedVersion([donors, bloodRequests], '2026-11-22'),
    combinedVersion([{ ...donors, version: '2' }, bloodRequests], '2026-11-22'),
    combinedVersion([donors, { ...bloodRequests, version: '2' }], '2026-11-22'),
    combinedVersion([donors, bloodRequests], '2026-11-23'),
    combinedVersion([donors, bloodRequests], null),
  ]
  expect(new Set(versions).size).toBe(versions.length)
})

test('the version of a result is stable only if those of all its tables are', () => {
  expect(combineVersions([donors, bloodRequests], null)).toMatchObject({ isStable: true, lookup: 7 })
  expect(combineVersions([donors, { ...bloodRequests, isStable: false }], null).isStable).toBe(false)
  expect(combineVersions([{ ...donors, isStable: false }, bloodRequests], null).isStable).toBe(false)
})

/** What a lookup reads: how often the table has changed, the oldest open transaction, and the next number for one. */
const aRow = (changes: number, oldestOpen: number, nextNumber: number) => ({
  donors_changes: String(changes),
  started_at: 'today',
  oldest_open: String(oldestOpen),
  assigned_since: nextNumber - oldestOpen,
})

test('a version is stable once a lookup that began after another had seen it finds its transactions ended', () => {
  const { begin } = createTableVersions(['donors'])
  const lookUp = (...row: Parameters<typeof aRow>) => begin()(aRow(...row)).donors.isStable
  expect(lookUp(1, 10, 12)).toBe(false)
  expect(lookUp(1, 11, 12)).toBe(false)
  expect(lookUp(1, 12, 13)).toBe(true)
  expect(lookUp(2, 12, 13)).toBe(false)
})

test('a version is not stable by a lookup that had begun before another saw it first', () => {
  const { begin } = createTableVersions(['donors'])
  const [first, overlapping] = [begin(), begin()]
  expect(first(aRow(1, 10, 10)).donors.isStable).toBe(false)
  // The transaction that was counted may have got its number after this lookup had read the next one.
  expect(overlapping(aRow(1, 10, 10)).donors.isStable).toBe(false)
  const [late, next] = [begin(), begin()]
  expect(next(aRow(1, 10, 11)).donors.isStable).toBe(false)
  // Its transactions have ended; what is read from now on has their changes, whichever lookup allows it.
  expect(begin()(aRow(1, 11, 11)).donors.isStable).toBe(true)
  expect(late(aRow(1, 10, 11)).donors.isStable).toBe(true)
})

test('a lookup that returns after another has seen a later version makes neither stable', () => {
  const { begin } = createTableVersions(['donors'])
  const [late, alsoLate, early] = [begin(), begin(), begin()]
  expect(early(aRow(2, 10, 10)).donors).toMatchObject({ version: 'today 2', isStable: false })
  expect(late(aRow(1, 10, 10)).donors).toMatchObject({ version: 'today 1', isStable: false })
  expect(alsoLate(aRow(1, 10, 10)).donors).toMatchObject({ version: 'today 1', isStable: false })
  expect(begin()(aRow(2, 10, 10)).donors).toMatchObject({ version: 'today 2', isStable: false })
  expect(begin()(aRow(2, 10, 10)).donors.isStable).toBe(true)
})
