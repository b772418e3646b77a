import { DAY_MS } from '@blood-bank/contract/durations'
import { beforeEach, expect, test, vi } from 'vitest'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import {
  deleteOfflineCache,
  findOfflineList,
  findOfflineUser,
  openOfflineCache,
  saveOfflineList,
  saveOfflineUser,
} from './offline-list.ts'

const NOW = new Date('2026-03-01T09:05:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  startMemoryCaches()
})

const findSavedText = async () => (await findOfflineList())?.reply.text()

test('a saved list is found unchanged, with the time when it was saved', async () => {
  await saveOfflineList(await openOfflineCache(), '[1]')
  vi.setSystemTime(NOW.getTime() + DAY_MS)
  expect((await findOfflineList())?.savedAt).toEqual(NOW)
  expect(await findSavedText()).toBe('[1]')
})

test('a list is deleted after seven days', async () => {
  await saveOfflineList(await openOfflineCache(), '[1]')
  vi.setSystemTime(NOW.getTime() + 7 * DAY_MS)
  expect(await findSavedText()).toBe('[1]')
  vi.setSystemTime(NOW.getTime() + 7 * DAY_MS + 1)
  expect(await findOfflineList()).toBeNull()
  vi.setSystemTime(NOW)
  expect(await findOfflineList()).toBeNull()
})

test('a list deleted while a response is pending stays deleted', async () => {
  const cache = await openOfflineCache()
  await deleteOfflineCache()
  await saveOfflineList(cache, '[1]')
  expect(await findOfflineList()).toBeNull()
})

test('the person who turned on offline access is remembered when the list is deleted', async () => {
  expect(await findOfflineUser()).toBeNull()
  await saveOfflineUser('rima')
  await deleteOfflineCache()
  expect(await findOfflineUser()).toBe('rima')
})

test('a browser without caches saves nothing, and no error occurs', async () => {
  vi.stubGlobal('caches', undefined)
  expect(await findOfflineList()).toBeNull()
  expect(await findOfflineUser()).toBeNull()
  await deleteOfflineCache()
})
