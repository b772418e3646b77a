import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf } from './product.ts'

/** How requests fail: no reply ever, a reset before the request is forwarded, or a reset instead of the reply. */
type Failure = 'stalls' | 'drops' | 'loses the reply'

/** A proxy between a visitor's browser and the site. */
export type FaultyProxy = {
  /** For `aVisitor`. */
  url: string
  stop(): void
  /** From now on requests with this method and path fail, such as `/^GET \/assets\/login/`. */
  fail(failure: Failure, calls: RegExp): void
  recover(): void
  /** Cuts the connections of the requests that are being answered. */
  cut(calls: RegExp): void
  /** From now on the replies to these requests are changed, as if another build of the product had sent them. */
  changes(calls: RegExp, change: (text: string) => string): void
}

type Change = { calls: RegExp; change: (text: string) => string }

/** A real HTTP proxy, as many networks have: the address of the site does not change. */
export async function startFaultyProxy(): Promise<FaultyProxy> {
  let fault: { failure: Failure; calls: RegExp } | null = null
  const changes: Change[] = []
  const answering = new Map<ServerResponse, string>()
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '')
    const called = `${req.method} ${pathname}`
    answering.set(res, called)
    res.once('close', () => answering.delete(res))
    const failure = fault?.calls.test(called) ? fault.failure : null
    const change = changes.find(({ calls }) => calls.test(called))?.change
    if (failure === 'stalls') return
    if (failure === 'drops') req.socket.resetAndDestroy()
    else forward(req, res, { isReplyLost: failure === 'loses the reply', change })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: addressOf(server),
    stop() {
      server.closeAllConnections()
      server.close()
    },
    fail(failure, calls) {
      fault = { failure, calls }
    },
    recover() {
      fault = null
    },
    cut(calls) {
      for (const [res, called] of answering) if (calls.test(called)) res.destroy()
    },
    changes: (calls, change) => void changes.push({ calls, change }),
  }
}

type Forwarding = { isReplyLost: boolean; change: Change['change'] | undefined }

function forward(req: IncomingMessage, res: ServerResponse, { isReplyLost, change }: Forwarding) {
  // A reply that is changed must not be compressed.
  const headers = change ? { ...req.headers, 'accept-encoding': 'identity' } : req.headers
  const onward = request(req.url ?? '', { method: req.method, headers }, async answer => {
    if (isReplyLost) return answer.resume().once('end', () => req.socket.resetAndDestroy())
    if (change) {
      const { 'content-length': _, ...headers } = answer.headers
      return res.writeHead(answer.statusCode ?? 502, headers).end(change(await text(answer)))
    }
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    return answer.pipe(res)
  })
  onward.once('error', () => req.socket.destroy())
  res.once('close', () => onward.destroy())
  req.pipe(onward)
}
