import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Seen } from '../../database/table-versions.ts'
import { COMPRESSION_LEVEL, MIN_COMPRESSED_BYTES } from './compression.ts'
import { entityTagOf, matchesEntityTag } from './entity-tag.ts'

/** The bytes of an answer, in the forms in which it is sent. */
type CachedReply = {
  plain: Buffer
  tag: string
  packed?: Promise<Buffer>
  /** The hashes of the different phone numbers in it. */
  numbers: readonly number[]
}

/** An answer as text, with the hashes of the different phone numbers in it. */
type RenderedReply = { text: string; numbers: readonly number[] }

type CacheLookup = {
  /** What the answer depends on beside the table; for one that is personal, whose it is, too. */
  key: string
  /** How far the table was when the call came. */
  seen: Seen
  /** Makes the answer out of the database. */
  make: () => Promise<RenderedReply>
}

/** Room for the busiest few thousand pages of lists. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * What an entry takes beside its bytes: objects, tag, version, the place in the cache. Measured with 10,000 entries of
 * 40 bytes: 0.7 kB of heap, 2.8 kB of the process.
 */
const ENTRY_BYTES = 3 * 1024

export type ResponseCache = (asked: CacheLookup) => Promise<CachedReply>

type CacheEntry = { version: string; body: CachedReply }

/**
 * Keeps answers that depend on one table and their key alone, each until that table changes, through whichever process.
 * Many who ask for the same at once get it from one reading.
 * @param maxEntries how many are kept, within a bound of bytes, too; infinite, as a limit that is switched off, keeps none
 */
export function createResponseCache(maxEntries: number): ResponseCache {
  const cache = Number.isFinite(maxEntries)
    ? new LRUCache<string, CacheEntry>({ max: maxEntries, maxSize: MAX_BYTES, sizeCalculation: sizeOf })
    : null
  // Bounded by the calls in flight.
  const pending = new Map<string, Promise<CachedReply>>()

  return async ({ key, seen: { version, isSettled, sight }, make }) => {
    const found = cache?.get(key)
    if (found?.version === version) return found.body
    const name = `${isSettled ? version : sight} ${key}`
    const making = pending.get(name) ?? begin(name, make)
    const body = await making
    if (isSettled) cache?.set(key, { version, body })
    return body
  }

  function begin(name: string, make: CacheLookup['make']) {
    const making = make()
      .then(prepareReply)
      .finally(() => pending.delete(name))
    pending.set(name, making)
    return making
  }
}

/** In two bytes a character, as a key may be; packed a body is well below half of what it is. */
const sizeOf = ({ version, body: { plain, numbers } }: CacheEntry, key: string) =>
  ENTRY_BYTES + 2 * (key.length + version.length) + Math.ceil(plain.length * 1.5) + 8 * numbers.length

const prepareReply = ({ text, numbers }: RenderedReply): CachedReply => ({
  plain: copyToOwnBuffer(Buffer.from(text)),
  tag: entityTagOf(text),
  numbers,
})

/** A small buffer is a part of a larger one, which stays as long as it does: packed bytes held 16 kB each. */
function copyToOwnBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/**
 * Sends an answer packed where the caller takes that, and not at all where they have it already.
 * @param beforeSending may refuse what would be sent
 */
export async function sendCachedReply(
  req: FastifyRequest,
  reply: FastifyReply,
  body: CachedReply,
  beforeSending: () => Promise<void>,
) {
  const isHeld = matchesEntityTag(req, body.tag)
  if (!isHeld) await beforeSending()
  reply.header('etag', body.tag).header('vary', 'accept-encoding')
  if (isHeld) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (body.plain.length < MIN_COMPRESSED_BYTES || !takesGzip(req)) return reply.send(body.plain)
  body.packed ??= gzipAsync(body.plain, { level: COMPRESSION_LEVEL }).then(copyToOwnBuffer)
  return reply.header('content-encoding', 'gzip').send(await body.packed)
}

const gzipAsync = promisify<Buffer, { level: number }, Buffer>(gzip)

const takesGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(`${headers['accept-encoding'] ?? ''}`)
