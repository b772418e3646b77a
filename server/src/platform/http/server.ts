import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../../config.ts'
import { handleErrors, replyToUnreadableRequest } from './errors.ts'
import { hasGuard } from './guards.ts'
import { replyKindOf, securityHeaders } from './headers.ts'
import { readJsonBodies } from './json-bodies.ts'
import { CallLog, type Log } from './log.ts'
import { checkOrigin } from './origin.ts'
import { refuseMalformedRequests, replyToMalformedRequest } from './overload/malformed-requests.ts'
import { refuseUnderPressure } from './overload/pressure.ts'
import { disconnectStalledReaders } from './overload/stalled-readers.ts'
import { compressReplies } from './replies/compression.ts'

/**
 * Ids by which the log and a person name the same call: short enough to be read out on the telephone, and none twice,
 * also after a restart or at another server.
 */
function createRequestIds() {
  const beginning = randomBytes(4).toString('base64url')
  let calls = 0
  return () => {
    calls += 1
    return `${beginning}-${calls.toString(36)}`
  }
}

/** Forms are small; the largest, a blood request, is under 10 kB even in four-byte characters. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * The bare HTTP server: limits, time-outs, logs, headers, errors and the interface's documentation; no
 * product in it yet.
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
    clientErrorHandler: replyToMalformedRequest(headers.interface),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, _req, reply) => replyToUnreadableRequest(reply, headers.interface),
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('tableVersions', null)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRoute', route => {
    if (isApiPath(route.url) && !hasGuard(route))
      throw new Error(`${route.method} ${route.url} does not say who may call it.`)
  })
  handleErrors(app, config)
  app.addHook('onRequest', async (req, reply) => void reply.headers(headers[replyKindOf(req)]))
  refuseUnderPressure(app)
  refuseMalformedRequests(app)
  closeConnectionsOnShutdown(app)
  disconnectStalledReaders(app, config.limits.stalledReaderSeconds)
  readJsonBodies(app)
  checkOrigin(app, config)
  app.register(cookie)
  compressReplies(app)
  app.register(swagger, {
    openapi: { info: { title: config.brandName, version: '1' } },
    transform: jsonSchemaTransform,
  })
  app.register(swaggerUi, { routePrefix: DOCS_PATH, logLevel: 'warn' })
  return app
}

/** A browser keeps its connection for the next call, and the server would wait for it instead of closing. */
function closeConnectionsOnShutdown(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_req, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

const DOCS_PATH = '/api/docs'

const isUnder = (prefix: string, url: string) =>
  url.startsWith(prefix) && !/^[\w-]/.test(url.slice(prefix.length))

/** The documentation is for everybody; `/api/docsomething` is not the documentation. */
const isApiPath = (url: string) => isUnder('/api', url) && !isUnder(DOCS_PATH, url)
