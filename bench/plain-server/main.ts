import { createServer } from 'node:http'
import pg from 'pg'
import { listenForParent } from '../child/listen.ts'
import { openRoutes } from './routes.ts'
import { openSessions } from './sessions.ts'

/**
 * The yardstick: `node:http` and `pg` with prepared statements, JSON made by PostgreSQL, sessions cached, nothing
 * validated; what a good engineer writes when nothing but speed counts (DESIGN §6). As many connections to the
 * database as the product has, given back when idle: PostgreSQL has not enough for everybody at once.
 */
const pool = new pg.Pool({ max: 16, idleTimeoutMillis: 500 })
const answer = openRoutes(pool, openSessions(pool))

const server = createServer((req, res) => {
  answer(req).then(
    ({ status, body, cookie }) => {
      res.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        ...(cookie !== undefined && { 'set-cookie': cookie }),
      })
      res.end(body)
    },
    error => {
      console.error(error)
      res.writeHead(500).end()
    },
  )
})
await listenForParent(server)
