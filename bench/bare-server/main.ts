import { createServer } from 'node:http'
import { listenForParent } from '../child-process/listen.ts'

/** The product's reply to each request, by method and URL. */
export type Replies = Record<string, { status: number; body: string }>

type Ready = { status: number; headers: Record<string, string | number>; bytes: Buffer }

/** The upper limit: a server that only sends the same bytes. */
const prepared = new Map<string, Ready>()

process.on('message', (replies: Replies) => {
  for (const [call, { status, body }] of Object.entries(replies)) {
    const bytes = Buffer.from(body)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
    prepared.set(call, { status, headers, bytes })
  }
})

const server = createServer((req, res) => {
  const ready = prepared.get(`${req.method} ${req.url}`)
  if (ready) res.writeHead(ready.status, ready.headers).end(ready.bytes)
  else res.writeHead(404).end()
})
await listenForParent(server)
