import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import { VERSION } from '../../config/version.ts'
import type { Config } from '../../config.ts'
import { DOCS_PATH } from './documentation.ts'
import {
  handleErrors,
  refuseMalformedRequests,
  replyToMalformedRequest,
  replyToUnreadableRequest,
} from './errors.ts'
import { replyKindOf, securityHeaders } from './headers.ts'
import { CallLog, type Log } from './log.ts'
import { checkOrigin } from './origin.ts'
import { beginInTurn, limitConnections, limitPipelining } from './overload/connections.ts'
import { refuse } from './refuse.ts'
import { compressReplies } from './replies/compression.ts'

const guards = new WeakSet<object>()

/** Marks a hook that finds the caller and throws a refusal if they may not call the route. No API route is registered without. */
export function defineGuard<Guard extends (req: FastifyRequest) => Promise<void>>(guard: Guard): Guard {
  guards.add(guard)
  return guard
}

/**
 * Creates the ids by which the log and a person refer to the same call. They are short enough to be read out on the
 * telephone, and unique across restarts and servers.
 */
function createRequestIds() {
  const prefix = randomBytes(4).toString('base64url')
  let calls = 0
  return () => {
    calls += 1
    return `${prefix}-${calls.toString(36)}`
  }
}

/** Forms are small; the largest is under 10 kB even in four-byte characters. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Creates the HTTP server without routes: limits, timeouts, log, headers, errors and the API documentation.
 * The server refuses to register an API route without a guard.
 */
export function createServer(config: Config, log: Log): FastifyInstance {
  const headers = securityHeaders(config)
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: createRequestIds(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    loggerInstance: log as FastifyBaseLogger,
    logController: new CallLog(),
    requestTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: replyToMalformedRequest(headers.api),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, req, reply) => replyToUnreadableRequest(req, reply, headers.api),
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('isPasskeyDue', false)
  app.decorateRequest('isPasswordDue', false)
  app.decorateRequest('tableVersions', null)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRoute', route => {
    if (isApiPath(route.url) && ![route.onRequest ?? []].flat().some(hook => guards.has(hook)))
      throw new Error(`${route.method} ${route.url} does not say who may call it.`)
  })
  handleErrors(app, config)
  limitPipelining(app)
  beginInTurn(app)
  // Hooks with a callback: a promise for each of them would cost every call some microseconds.
  app.addHook('onRequest', (req, reply, done) => {
    reply.headers(headers[replyKindOf(req)])
    done()
  })
  refuseMalformedRequests(app)
  closeConnectionsOnShutdown(app)
  limitConnections(app, config.limits.connectionsPerAddress)
  readJsonBodies(app)
  checkOrigin(app, config)
  app.register(cookie)
  compressReplies(app)
  app.register(swagger, {
    openapi: { info: { title: config.brandName, version: VERSION } },
    transform: jsonSchemaTransform,
  })
  return app
}

/** Browsers keep connections open for the next request, and the server would wait for them on shutdown. */
function closeConnectionsOnShutdown(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_req, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}

const isUnder = (prefix: string, url: string) =>
  url.startsWith(prefix) && !/^[\w-]/.test(url.slice(prefix.length))

/** The API documentation, which local sites have, is public; `/api/docsomething` is not part of it. */
const isApiPath = (url: string) => isUnder('/api', url) && !isUnder(DOCS_PATH, url)

/**
 * Accepts JSON in UTF-8 as the only type of request body. Invalid UTF-8 is refused, because Node would insert replacement
 * characters into what people wrote. An empty body counts as none.
 */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (req, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body))
      return done(refuse('invalid-input', { message: 'The body of this call is not UTF-8.' }))
    return parse(req, body.toString(), done)
  })
}
