import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type preHandlerHookHandler } from 'fastify'
import { refuse } from './refuse.ts'
import { entityTagOf, matchesEntityTag } from './replies/entity-tag.ts'

export const DOCS_PATH = '/api/docs'

type Document = { type: string; plain: Buffer; tag: string; compressed: Map<string, Promise<Buffer>> }

/** In the order of preference. A higher level of brotli takes seconds for the largest script. */
const COMPRESS: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: bytes => promisify(gzip)(bytes),
}

/** What the library serves. Other spellings of these paths are not found, so that each document is cached once. */
const DOCUMENT = /^(json|yaml|static\/[\w-]+\.\w+)?$/

/**
 * Serves the API documentation. The library makes each document anew for every call, which takes tens of milliseconds; here
 * each is made and compressed when it is first asked for. The routes that it describes never change.
 * @param admit counts a call, as for every endpoint
 */
export function serveDocumentation(app: FastifyInstance, admit: preHandlerHookHandler): void {
  const documents = new Map<string, Promise<Document | null>>()
  let library: ReturnType<typeof createLibrary> | null = null

  /** @returns null if there is no such document */
  async function make(path: string): Promise<Document | null> {
    library ??= createLibrary(app)
    const { statusCode, headers, rawPayload } = await (await library).inject(path)
    if (statusCode !== 200) return null
    return {
      type: String(headers['content-type']),
      plain: rawPayload,
      tag: entityTagOf(rawPayload),
      compressed: new Map(),
    }
  }

  function find(path: string): Promise<Document | null> {
    const making = documents.get(path) ?? make(path)
    documents.set(path, making)
    // A file that does not exist is not remembered.
    making.then(made => made ?? documents.delete(path)).catch(() => documents.delete(path))
    return making
  }

  for (const path of [DOCS_PATH, `${DOCS_PATH}/*`])
    app.get<{ Params: { '*'?: string } }>(
      path,
      { schema: { hide: true }, preHandler: admit },
      async (req, reply) => {
        const name = req.params['*']
        if (!DOCUMENT.test(name ?? '')) throw refuse('not-found')
        const document = await find(name === undefined ? DOCS_PATH : `${DOCS_PATH}/${name}`)
        if (!document) throw refuse('not-found')
        reply.type(document.type).header('etag', document.tag).header('vary', 'accept-encoding')
        if (matchesEntityTag(req, document.tag)) return reply.code(304).send()
        const encoding = negotiate(`${req.headers['accept-encoding'] ?? ''}`, Object.keys(COMPRESS))
        const compress = COMPRESS[encoding ?? '']
        if (encoding === null || !compress) return reply.send(document.plain)
        const compressed = document.compressed.get(encoding) ?? compress(document.plain)
        document.compressed.set(encoding, compressed)
        return reply.header('content-encoding', encoding).send(await compressed)
      },
    )
}

/** The library, imported when it is first needed, in a server that listens nowhere. */
async function createLibrary(app: FastifyInstance) {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const library = fastify()
  // Its types leave out the version of OpenAPI that it makes itself.
  library.register(swagger, { mode: 'static', specification: { document: app.swagger() as never } })
  library.register(swaggerUi, { routePrefix: DOCS_PATH, logLevel: 'warn' })
  // The instance itself is thenable, so a promise cannot hold it.
  return { inject: (path: string) => library.inject(path) }
}
