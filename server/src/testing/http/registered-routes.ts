import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Every route of a server as `GET /path`, including those of plugins. */
export async function withRoutes<T extends { app: FastifyInstance }>(
  start: () => Promise<T>,
): Promise<T & { routes: string[] }> {
  const routes: string[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', route => {
      for (const method of [route.method].flat()) if (method !== 'HEAD') routes.push(`${method} ${route.url}`)
    })
  }
  subscribe('fastify.initialization', watch)
  const started = await start()
  await started.app.ready()
  unsubscribe('fastify.initialization', watch)
  return { ...started, routes }
}
