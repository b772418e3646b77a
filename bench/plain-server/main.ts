import { createServer } from 'node:http'
import pg from 'pg'
import { listenForParent } from '../child-process/listen.ts'
import { createRoutes } from './routes.ts'
import { createSessions } from './sessions.ts'
import { PLANNED_ONCE } from './statements.ts'

/**
 * The reference server: `node:http` and `pg` with prepared statements, JSON built by PostgreSQL, cached sessions, no
 * validation; what a good engineer writes if only speed counts. It has as many database connections as the
 * product and closes idle ones, because PostgreSQL has too few for all servers at once.
 */
const pool = new pg.Pool({ max: 16, idleTimeoutMillis: 500, options: PLANNED_ONCE })
const answer = createRoutes(pool, createSessions(pool))

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
