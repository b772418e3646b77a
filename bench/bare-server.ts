import { once } from 'node:events'
import { createServer } from 'node:http'

/** The limit: a server that does nothing but send the same bytes. */
export async function startBareServer(body: string): Promise<{ url: string; stop: () => void }> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  const server = createServer((_req, res) => res.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port.')
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() }
}
