import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../refuse.ts'

/**
 * Reads bodies as JSON in UTF-8 and nothing else. Bytes that are no UTF-8 are refused, since Node would put
 * replacement characters into what people wrote; an empty body is no body.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (req, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body))
      return done(refuse('invalid-input', { message: 'The body of this call is not UTF-8.' }))
    return parse(req, body.toString(), done)
  })
}
