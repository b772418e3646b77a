import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const FILES = { manifest: 'manifest.webmanifest', worker: 'service-worker.js' }

/** The files of the web build that are not served unchanged. */
export const PWA_FILES: string[] = Object.values(FILES)

/**
 * Serves the files of the installable web app: the manifest with the operator's name, and the service worker. The worker
 * contains a hash of the page, so that it changes whenever the page does, also when only the configuration changed.
 */
export async function servePwaFiles(
  app: FastifyInstance,
  { folder, html, brandName }: { folder: string; html: string; brandName: string },
): Promise<void> {
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const manifest = JSON.stringify({ ...JSON.parse(await read(FILES.manifest)), name: brandName })
  const revision = createHash('sha256').update(html).digest('hex').slice(0, 16)
  const worker = (await read(FILES.worker)).replaceAll('__SHELL_REVISION__', revision)
  const serve = (name: string, type: string, content: string) =>
    app.get(`/${name}`, { schema: { hide: true } }, (_req, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(content),
    )
  serve(FILES.manifest, 'application/manifest+json; charset=utf-8', manifest)
  serve(FILES.worker, 'text/javascript; charset=utf-8', worker)
}
