import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { addressOf } from './product.ts'

/** How a line fails: no word comes back, the call is cut off on its way out, or its answer on the way back. */
type Failure = 'stalls' | 'drops' | 'loses the answer'

/** What lies between a visitor's browser and the site. */
export type Line = {
  /** For `aVisitor`. */
  url: string
  /** From now on the line fails for the calls of this method and path, such as `/^GET \/assets\/login/`. */
  fails(failure: Failure, calls: RegExp): void
  mends(): void
  /** From now on the answers to these calls come changed, as from another build of the product. */
  changes(calls: RegExp, change: (text: string) => string): void
}

type Change = { calls: RegExp; change: (text: string) => string }

/** A real HTTP proxy, as on the way out of many a campus: the address of the site stays its own. */
export async function aLine(): Promise<Line> {
  let fault: { failure: Failure; calls: RegExp } | null = null
  const changes: Change[] = []
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '')
    const called = `${req.method} ${pathname}`
    const failure = fault?.calls.test(called) ? fault.failure : null
    const change = changes.find(({ calls }) => calls.test(called))?.change
    if (failure === 'stalls') return
    if (failure === 'drops') req.socket.resetAndDestroy()
    else carry(req, res, { isAnswerLost: failure === 'loses the answer', change })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: addressOf(server),
    fails(failure, calls) {
      fault = { failure, calls }
    },
    mends() {
      fault = null
    },
    changes: (calls, change) => void changes.push({ calls, change }),
  }
}

type Way = { isAnswerLost: boolean; change: Change['change'] | undefined }

function carry(req: IncomingMessage, res: ServerResponse, { isAnswerLost, change }: Way) {
  // What is changed on the way must come as text.
  const headers = change ? { ...req.headers, 'accept-encoding': 'identity' } : req.headers
  const onward = request(req.url ?? '', { method: req.method, headers }, async answer => {
    if (isAnswerLost) return answer.resume().once('end', () => req.socket.resetAndDestroy())
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
