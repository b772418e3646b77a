import { request } from 'node:http'
import type { Request } from 'autocannon'
import { callsOf } from '../calls.ts'
import type { Kind } from './kinds.ts'

/** The bytes of the bodies that answer one call of a kind, compressed as for a browser; of several paths, the mean. */
export async function bytesOf(kind: Kind, senders: Parameters<typeof callsOf>[2]): Promise<number> {
  const calls = callsOf(kind, 0, senders).slice(0, kind.paths.length)
  const lengths = await Promise.all(calls.map(call => lengthOf(senders.target.url, prepared(call))))
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length
}

const prepared = (call: Request): Request =>
  typeof call.setupRequest === 'function' ? call.setupRequest(call, {}) : call

/** `fetch` would decompress the body. */
function lengthOf(url: string, { method, path, headers, body }: Request): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(url + path, {
    method: method as string,
    headers: { ...(headers as Record<string, string>), 'accept-encoding': 'br, gzip' },
  })
  sent.once('error', reject)
  sent.once('response', reply => {
    let length = 0
    reply.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    reply.once('end', () => resolve(length))
    reply.once('error', reject)
  })
  sent.end(body)
  return promise
}
