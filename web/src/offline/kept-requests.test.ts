import { beforeEach, expect, test, vi } from 'vitest'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { forgetKept } from './forget-kept.ts'
import { findChooser, findKeptList, keepList, noteChooser, openKept } from './kept-requests.ts'

const NOW = new Date('2026-03-01T09:05:00.000Z')
const DAY_MS = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  startMemoryCaches()
})

const textOfKept = async () => (await findKeptList())?.reply.text()

test('a list is found as it was seen, with the moment it was seen', async () => {
  await keepList(await openKept(), '[1]')
  vi.setSystemTime(NOW.getTime() + DAY_MS)
  expect((await findKeptList())?.keptAt).toEqual(NOW)
  expect(await textOfKept()).toBe('[1]')
})

test('after seven days a list is gone, for good', async () => {
  await keepList(await openKept(), '[1]')
  vi.setSystemTime(NOW.getTime() + 7 * DAY_MS)
  expect(await textOfKept()).toBe('[1]')
  vi.setSystemTime(NOW.getTime() + 7 * DAY_MS + 1)
  expect(await findKeptList()).toBeNull()
  vi.setSystemTime(NOW)
  expect(await findKeptList()).toBeNull()
})

test('what is wiped while the answer is on its way stays wiped', async () => {
  const place = await openKept()
  await forgetKept()
  await keepList(place, '[1]')
  expect(await findKeptList()).toBeNull()
})

test('who asked for it is remembered when the list is wiped', async () => {
  expect(await findChooser()).toBeNull()
  await noteChooser('rima')
  await forgetKept()
  expect(await findChooser()).toBe('rima')
})

test('a browser without caches keeps nothing, and nothing breaks', async () => {
  vi.stubGlobal('caches', undefined)
  expect(await findKeptList()).toBeNull()
  expect(await findChooser()).toBeNull()
  await forgetKept()
})
