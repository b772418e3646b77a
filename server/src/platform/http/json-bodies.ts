import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

/**
 * Accepts JSON in UTF-8 as the only type of request body. Invalid UTF-8 is refused, because Node would insert replacement
 * characters into what people wrote. An empty body counts as none.
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
