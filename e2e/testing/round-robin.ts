import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { addressOf } from './product.ts'

/** A proxy that sends each request to the next of its servers. */
export type RoundRobin = { url: string; setServers: (servers: string[]) => void; stop: () => void }

export async function startRoundRobin(): Promise<RoundRobin> {
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
    setServers(next) {
      servers = next
    },
    stop() {
      proxy.closeAllConnections()
      proxy.close()
      agent.destroy()
    },
  }
}
