import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const FILES = { manifest: 'manifest.webmanifest', worker: 'service-worker.js' }

/** Of the built pages, those that are not served as they are. */
export const PWA_FILES: string[] = Object.values(FILES)

/**
 * Serves what a phone installs: the manifest under the operator's name for the bank, and the service worker,
 * which learns by a hash that the page changed, also when it did with the configuration alone.
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
