import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { embeddedDatabaseUrl, findFreePort } from '@blood-bank/server/testing/launch-product'
import { addressOf, type SharedProduct, startProduct, startServer } from './product.ts'

/** Starts the product for a whole run. The workers inherit the environment. */
export default async function startProductForAll() {
  // A test starts its push service there. Until then nothing answers.
  const pushPort = await findFreePort()
  const product = await startTwoServers({ PUSH_SERVICES: `http://127.0.0.1:${pushPort}` })
  const { url, mailboxUrl, dataDir } = product
  process.env.SHARED_PRODUCT = JSON.stringify({ url, mailboxUrl, dataDir, pushPort } satisfies SharedProduct)
  return () => product.stop()
}

/**
 * Two servers of the product on one database, behind a proxy that alternates between them: each request is answered by
 * the server that did not answer the previous one, and knows only what is in the database.
 */
async function startTwoServers(settings: Record<string, string>) {
  const proxy = await startRoundRobin()
  const environment = { ...settings, PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' }
  const first = await startProduct(environment)
  const { dataDir } = first
  const second = await startServer(dataDir, { ...environment, DATABASE_URL: embeddedDatabaseUrl(dataDir) })
  proxy.setServers([first.url, second.url])
  return {
    url: proxy.url,
    // The mailbox refuses requests that came through a proxy.
    mailboxUrl: `${first.url}/dev/mailbox.json`,
    dataDir,
    async stop() {
      proxy.stop()
      await second.stop()
      await first.stop()
    },
  }
}

/** A proxy that sends each request to the next of its servers. */
async function startRoundRobin() {
  let servers: string[] = []
  let calls = 0
  const agent = new Agent({ keepAlive: true })
  const proxy = createServer((req, res) => {
    const server = servers[calls % servers.length] ?? ''
    calls += 1
    const { method, headers, socket } = req
    const passedOn = { ...headers, 'x-forwarded-for': socket.remoteAddress }
    const onward = request(`${server}${req.url}`, { method, agent, headers: passedOn }, answer => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(res)
      answer.once('error', () => res.destroy())
    })
    onward.once('error', () => res.destroy())
    res.once('close', () => onward.destroy())
    req.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: addressOf(proxy),
    setServers(next: string[]) {
      servers = next
    },
    stop() {
      proxy.closeAllConnections()
      proxy.close()
      agent.destroy()
    },
  }
}
