import { vi } from 'vitest'

/**
 * Stands in for the browser's caches, which the test environment lacks. As in a browser, a cache that was opened
 * before it was deleted can still be written to, and nobody finds what is put there.
 */
export function startMemoryCaches(): CacheStorage {
  const byName = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const entries = byName.get(name) ?? new Map<string, Response>()
    byName.set(name, entries)
    return {
      put: async (key: string, reply: Response) => void entries.set(key, reply),
      match: async (key: string) => entries.get(key)?.clone(),
    }
  }
  const caches = {
    open,
    keys: async () => [...byName.keys()],
    delete: async (name: string) => byName.delete(name),
    match: async (key: string, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      byName.get(cacheName)?.get(key)?.clone(),
  } as never as CacheStorage
  vi.stubGlobal('caches', caches)
  return caches
}
