type CachedReply = { tag: string; reply: unknown }

/** Enough for a person who switches between a few lists; each page of a long list takes one entry. */
const MAX_CACHED_REPLIES = 30

/** The last reply of each URL with its ETag. In memory only: nothing remains on the device when the page closes. */
const replies = new Map<string, CachedReply>()

export const findCachedReply = (address: string): CachedReply | undefined => replies.get(address)

/** Caches a reply that has an ETag, so that the server can answer the next call with 304. */
export function cacheReply(address: string, tag: string | null, reply: unknown): void {
  replies.delete(address)
  if (tag === null) return
  replies.set(address, { tag, reply })
  const [oldest] = replies.keys()
  if (replies.size > MAX_CACHED_REPLIES && oldest !== undefined) replies.delete(oldest)
}

/** Clears the cache when the signed-in person changes: its replies were for somebody else. */
export const clearReplyCache = (): void => replies.clear()
