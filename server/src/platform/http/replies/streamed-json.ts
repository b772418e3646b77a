import { Readable } from 'node:stream'
import type { StreamedJson } from '@blood-bank/contract/streamed-json'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'

/**
 * Sends an object as JSON, field by field, its long lists by the page and no faster than they are taken, so that its
 * length costs no memory. Every part passes the contract's schema on its way out. When a page cannot be read the
 * connection is broken off: half a document must not look like a whole one.
 * @param schema the contract's, an object
 */
export function sendStreamedJson(reply: FastifyReply, schema: unknown, document: StreamedJson<object>) {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('A document is sent by the schema of an object.')
  reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(jsonText(schema.shape, document)))
}

async function* jsonText(shape: Record<string, z.core.$ZodType>, document: object) {
  // Nothing leaves before the first page is there: a failure to read that one can still be answered as such.
  const fields = new Map<string, unknown>(Object.entries(document))
  let text = ''
  let separator = '{'
  for (const [name, schema] of Object.entries(shape)) {
    const value = fields.get(name)
    text += `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (!isPaged(value)) {
      text += JSON.stringify(z.encode(schema, value))
      continue
    }
    let before = '['
    for await (const page of value) {
      const records = z.encode(schema, page) as unknown[]
      for (const record of records) {
        text += before + JSON.stringify(record)
        before = ','
      }
      yield text
      text = ''
    }
    text += before === '[' ? '[]' : ']'
  }
  yield `${text}}`
}

const isPaged = (value: unknown): value is AsyncIterable<unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
