import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export type GatewayCall = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }
export type GatewayAnswer = { status?: number; headers?: Record<string, string>; body?: string }

/** A gateway on this machine, which gives each call to `answer`. */
export async function startTextGateway(answer: (call: GatewayCall) => GatewayAnswer) {
  const calls: GatewayCall[] = []
  const server = createServer(async (req, reply) => {
    const url = new URL(req.url ?? '/', origin)
    const call = { method: req.method ?? '', url, headers: req.headers, body: await text(req) }
    calls.push(call)
    const { status = 200, headers = {}, body = '' } = answer(call)
    reply.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin, calls, server }
}
