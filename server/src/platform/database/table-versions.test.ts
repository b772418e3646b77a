import { expect, test } from 'vitest'
import { combineVersions } from './table-versions.ts'

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
