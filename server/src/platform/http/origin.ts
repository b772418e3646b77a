import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { refuse } from '../refuse.ts'

/** They change nothing (RFC 9110, 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * No other site acts with a member's cookie (TRUST 19): whatever changes something must name our own origin,
 * which a browser always does and no page can forge.
 */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  const own = ownOrigins(config)
  app.addHook('onRequest', async req => {
    if (SAFE_METHODS.has(req.method)) return
    if (!own.has(req.headers.origin ?? '')) throw refuse('foreign-origin')
  })
}

/** Without a PUBLIC_URL the browser sits on this machine and may call it by any of its names. */
function ownOrigins({ publicUrl, isPublicUrlGiven, port }: Config) {
  const origins = new Set([new URL(publicUrl).origin])
  if (!isPublicUrlGiven) for (const name of LOOPBACK_NAMES) origins.add(`http://${name}:${port}`)
  return origins
}
