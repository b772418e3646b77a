import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import type pg from 'pg'
import type { Sessions, SignedIn } from './sessions.ts'
import * as statements from './statements.ts'

export type Reply = { status: number; body: string; cookie?: string }

type Call = { req: IncomingMessage; query: URLSearchParams; user: SignedIn }

/** One reply by method and path, without any validation. */
export function createRoutes(pool: pg.Pool, sessions: Sessions) {
  const read = async (statement: statements.Statement, values: unknown[], status = 200): Promise<Reply> => {
    const { rows } = await pool.query<{ json: string }>({ ...statement, values })
    return { status, body: rows[0]?.json ?? '{}' }
  }
  const limitOf = (query: URLSearchParams) => Number(query.get('limit') ?? 50)

  const routes: Record<string, (call: Call) => Promise<Reply>> = {
    'GET /api/donors': ({ query }) =>
      read(statements.SEARCH_DONORS, statements.searchOf(query.get('bloodGroup'), limitOf(query))),
    'GET /api/donors/compatible': ({ query }) => {
      const [other, ...more] = otherDonorGroupsFor(BloodGroup.parse(query.get('bloodGroup')))
      if (!other || more.length > 0) throw new Error('No workload searches for several other groups.')
      return read(statements.SEARCH_DONORS, statements.searchOf(other, limitOf(query)))
    },
    'GET /api/blood-requests': ({ query }) => read(statements.ACTIVE_BLOOD_REQUESTS, [limitOf(query)]),
    'GET /api/blood-requests/mine': ({ query, user }) =>
      read(statements.BLOOD_REQUESTS_OF_USER, [user.id, limitOf(query)]),
    'POST /api/blood-requests': async ({ req, user }) => {
      const key = req.headers['idempotency-key']
      const form = (await json(req)) as Record<string, unknown>
      return read(
        statements.POST_BLOOD_REQUEST,
        [user.id, user.email, key, ...statements.valuesOf(form)],
        201,
      )
    },
    'GET /api/admin/overview': async ({ user }) =>
      user.role === 'admin' ? read(statements.OVERVIEW, []) : REFUSED,
  }

  return async (req: IncomingMessage): Promise<Reply> => {
    const [path = '', search] = (req.url ?? '').split('?', 2)
    const name = `${req.method} ${path}`
    if (name === 'POST /api/session') return signIn(req)
    if (name === 'POST /api/alerts/declines') return declineAlert(req)
    const user = await sessions.findUser(req.headers.cookie)
    const route = routes[name]
    return user && route ? route({ req, user, query: new URLSearchParams(search) }) : REFUSED
  }

  async function declineAlert(req: IncomingMessage): Promise<Reply> {
    const { token } = (await json(req)) as { token: string }
    return read(statements.DECLINE_ALERT, [token])
  }

  async function signIn(req: IncomingMessage): Promise<Reply> {
    const { email, password } = (await json(req)) as { email: string; password: string }
    const cookie = await sessions.begin(email, password)
    return cookie === null ? REFUSED : { status: 201, body: JSON.stringify({ user: { email } }), cookie }
  }
}

const REFUSED: Reply = { status: 403, body: '{}' }
