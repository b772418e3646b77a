import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { refuse } from './refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the one route that mail programs call. It must not read cookies. */
    acceptsAnyOrigin?: true
  }
}

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses cross-site requests (docs/trust.md, 19): a request with an unsafe method must have our own `Origin`, which browsers
 * always send and no page can forge.
 */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  const own = ownOrigins(config)
  app.addHook('onRequest', (req, _reply, done) => {
    const { origin = '' } = req.headers
    const isAccepted = SAFE_METHODS.has(req.method) || req.routeOptions.config?.acceptsAnyOrigin
    done(isAccepted || own.has(origin) ? undefined : refuseOrigin(origin, config))
  })
}

/**
 * Whoever reads this has opened our page under another address. The right one comes from the settings: the `Host` of a call
 * could be anybody's. Without an address the page cannot be known, and reloading it may help.
 */
const refuseOrigin = (origin: string, { publicUrl }: Config) =>
  refuse(
    'foreign-origin',
    URL.canParse(origin)
      ? {
          message: `This site can be used at ${publicUrl} only. Please open it there. If that address is wrong, its operator sets PUBLIC_URL.`,
        }
      : {},
  )

/** Without `PUBLIC_URL` the browser runs on this machine and may use any of its loopback names. */
function ownOrigins({ publicUrl, isPublicUrlGiven, port }: Config) {
  const origins = new Set([new URL(publicUrl).origin])
  if (!isPublicUrlGiven)
    for (const name of LOOPBACK_NAMES) origins.add(new URL(`http://${name}:${port}`).origin)
  return origins
}
