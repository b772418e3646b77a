import { vi } from 'vitest'

/**
 * Replaces the browser's CacheStorage, which the test environment lacks. As in a browser, a cache opened before it was
 * deleted can still be written to, but its entries are not found.
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
