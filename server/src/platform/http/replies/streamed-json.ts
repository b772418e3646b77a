import { Readable } from 'node:stream'
import type { StreamedJson } from '@blood-bank/contract/endpoint'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'

/**
 * Streams an object as JSON: long lists page by page and with backpressure, so that memory does not grow with its length.
 * Every part is encoded by the contract's schema. If a page cannot be read, the connection is aborted, because a partial
 * document must not look complete.
 * @param schema an object schema of the contract
 */
export function sendStreamedJson(reply: FastifyReply, schema: unknown, document: StreamedJson<object>) {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('Streamed JSON needs an object schema.')
  reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(jsonText(schema.shape, document)))
}

async function* jsonText(shape: Record<string, z.core.$ZodType>, document: object) {
  // Nothing is sent before the first page has been read, so that its failure can still be answered with an error.
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
