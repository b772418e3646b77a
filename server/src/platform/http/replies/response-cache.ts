import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { TableVersion } from '../../database/table-versions.ts'
import { COMPRESSION_LEVEL, MIN_COMPRESSED_BYTES } from './compression.ts'
import { entityTagOf, matchesEntityTag } from './entity-tag.ts'

/** The bytes of a reply, in the encodings in which it is sent. */
export type CachedReply = {
  plain: Buffer
  tag: string
  /** Compressed when the first caller accepts it. */
  gzipped?: Promise<Buffer>
  /** The hashes of the phone numbers and names in the reply, by the place of the record. */
  numbers: readonly (number | null)[]
  names: readonly number[]
}

/** A reply as text, with the hashes of the phone numbers and names in it. */
type RenderedReply = Pick<CachedReply, 'numbers' | 'names'> & { text: string }

type CacheLookup = {
  /** Everything that the reply depends on beside the version; for a personal reply also the caller. */
  key: string
  /** The version of the tables, and of the date if the reply depends on it, when the call arrived. */
  version: TableVersion
  /** Reads the reply from the database. */
  render: () => Promise<RenderedReply>
}

const MB = 1024 * 1024

/** The part of the memory that cached replies may take: 12 MB of 384 MB, 64 MB from 2 GB on. */
const SHARE_OF_MEMORY = 1 / 32
const MIN_BYTES = 4 * MB
/** Room for the few thousand most requested pages of lists. */
const MAX_BYTES = 64 * MB

/**
 * The memory of an entry beside its bytes: objects, tag, version, the slot in the cache. Measured with 10,000 entries of
 * 40 bytes: 0.7 kB of heap, 2.8 kB of resident memory.
 */
const ENTRY_BYTES = 3 * 1024

export type ResponseCache = (lookup: CacheLookup) => Promise<CachedReply>

type CacheEntry = { version: string; reply: CachedReply }

/**
 * How many bytes a server caches.
 * @param limit the memory that the process may use, as in a container; 0 if there is no limit
 * @param machine the memory of the machine
 */
export function cacheSizeFor(limit = process.constrainedMemory(), machine = totalmem()): number {
  const memory = limit === 0 ? machine : Math.min(limit, machine)
  return Math.min(MAX_BYTES, Math.max(MIN_BYTES, Math.floor(memory * SHARE_OF_MEMORY)))
}

/**
 * Caches replies that depend on tables, the calendar date and their key alone, until a table or the date changes, no
 * matter which server writes to the table. Concurrent calls for the same reply share one reading. The reply of an unstable
 * version may lack changes that the version counts (see `table-versions.ts`): it is not cached, and shared only with
 * callers of the same lookup.
 */
export function createResponseCache(maxBytes = cacheSizeFor()): ResponseCache {
  const cache = new LRUCache<string, CacheEntry>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  // Bounded by the calls in flight.
  const pending = new Map<string, Promise<CachedReply>>()

  return async ({ key, version: { version, isStable, lookup }, render }) => {
    const found = cache.get(key)
    if (found?.version === version) return found.reply
    const pendingKey = `${isStable ? version : lookup} ${key}`
    const reply = await (pending.get(pendingKey) ?? renderOnce(pendingKey, render))
    if (isStable) cache.set(key, { version, reply })
    return reply
  }

  function renderOnce(pendingKey: string, render: CacheLookup['render']) {
    const rendering = render()
      .then(prepareReply)
      .finally(() => pending.delete(pendingKey))
    pending.set(pendingKey, rendering)
    return rendering
  }
}

/** Strings may take two bytes for each character. A compressed reply takes well below half of the plain one. */
const sizeOf = ({ version, reply: { plain, numbers, names } }: CacheEntry, key: string) =>
  ENTRY_BYTES +
  2 * (key.length + version.length) +
  Math.ceil(plain.length * 1.5) +
  8 * (numbers.length + names.length)

const prepareReply = ({ text, numbers, names }: RenderedReply): CachedReply => ({
  plain: copyToOwnBuffer(Buffer.from(text)),
  tag: entityTagOf(text),
  numbers,
  names,
})

/**
 * Node allocates small buffers as slices of a larger one, which lives as long as any slice does. Without the copy each
 * compressed reply retained 16 kB.
 */
function copyToOwnBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/**
 * Sends a cached reply: with gzip if the caller accepts it, or as 304 if the caller has it already.
 * @param shorten returns the text to send instead, if this caller must not get all of the reply; not called for a 304
 */
export async function sendCachedReply(
  req: FastifyRequest,
  reply: FastifyReply,
  cached: CachedReply,
  shorten: () => Promise<string | null>,
) {
  reply.header('vary', 'accept-encoding')
  if (matchesEntityTag(req, cached.tag)) return reply.header('etag', cached.tag).code(304).send()
  const shortened = await shorten()
  const sent = shortened === null ? cached : prepareReply({ text: shortened, numbers: [], names: [] })
  reply.header('etag', sent.tag)
  if (matchesEntityTag(req, sent.tag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (sent.plain.length < MIN_COMPRESSED_BYTES || !acceptsGzip(req)) return reply.send(sent.plain)
  sent.gzipped ??= gzipAsync(sent.plain, { level: COMPRESSION_LEVEL }).then(copyToOwnBuffer)
  return reply.header('content-encoding', 'gzip').send(await sent.gzipped)
}

const gzipAsync = promisify<Buffer, { level: number }, Buffer>(gzip)

const acceptsGzip = ({ headers }: FastifyRequest) =>
  negotiate(`${headers['accept-encoding'] ?? ''}`, ['gzip']) !== null
