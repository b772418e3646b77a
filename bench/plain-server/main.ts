import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { listenLocally } from '../listening.ts'
import { PLANNED_ONCE, STATEMENTS } from './statements.ts'

/*
 * The reference server: `node:http` and `pg` with prepared statements, JSON built by PostgreSQL, cached sessions, no
 * validation; what a good engineer writes if only speed counts. It has as many database connections as the
 * product and closes idle ones, because PostgreSQL has too few for both servers at once.
 */
const pool = new pg.Pool({ max: 16, idleTimeoutMillis: 500, options: PLANNED_ONCE })

type Reply = { status: number; body: string; cookie?: string }
type User = { id: string; email: string; role: string }

const REFUSED: Reply = { status: 403, body: '{}' }
const NOBODY: User = { id: '', email: '', role: '' }

/** How long a session is cached. The product reads it at every call. */
const CACHE_MS = 10_000
const sessions = new Map<string, { user: User; until: number }>()

/** The user of a session in the table of the product. */
async function findUser(cookie = ''): Promise<User | null> {
  const cached = sessions.get(cookie)
  if (cached && cached.until > Date.now()) return cached.user
  const { rows } = await pool.query<User>({
    name: 'session',
    text: `select users.id, email, role from sessions join users on users.id = user_id
           where token = $1 and expires_at > now()`,
    values: [cookie.slice('session='.length)],
  })
  const user = rows[0] ?? null
  if (user) sessions.set(cookie, { user, until: Date.now() + CACHE_MS })
  return user
}

async function signIn({ email, password }: Record<string, string>): Promise<Reply> {
  const { rows } = await pool.query<{ id: string; hash: string }>({
    name: 'password',
    text: `select users.id, password as hash from users join credentials on user_id = users.id where email = $1`,
    values: [email],
  })
  const found = rows[0]
  if (!found || !(await verify(found.hash, password ?? ''))) return REFUSED
  const token = randomBytes(32).toString('base64url')
  await pool.query({
    name: 'new-session',
    text: `insert into sessions (user_id, token, expires_at) values ($1, $2, now() + interval '30 days')`,
    values: [found.id, token],
  })
  return { status: 201, body: JSON.stringify({ user: { email } }), cookie: `session=${token}` }
}

async function reply(req: IncomingMessage): Promise<Reply> {
  const { method, url = '', headers } = req
  const body = method === 'POST' ? ((await json(req)) as Record<string, string>) : {}
  if (url === '/api/session') return signIn(body)
  const user = url === '/api/alerts/declines' ? NOBODY : await findUser(headers.cookie)
  const [path, search] = url.split('?', 2)
  const statement = STATEMENTS[`${method} ${path}`]
  if (!statement || !user || (url.startsWith('/api/admin/') && user.role !== 'admin')) return REFUSED
  const { name, text } = statement
  const query = new URLSearchParams(search)
  const values = statement.values({ query, user, key: headers['idempotency-key'], body })
  const { rows } = await pool.query<{ json: string }>({ name, text, values })
  return { status: 200, body: rows[0]?.json ?? '{}' }
}

const server = createServer(async (req, res) => {
  try {
    const { status, body, cookie } = await reply(req)
    res.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...(cookie !== undefined && { 'set-cookie': cookie }),
    })
    res.end(body)
  } catch (error) {
    console.error(error)
    res.writeHead(500).end()
  }
})

// It ends with its parent.
process.on('disconnect', () => process.exit())
process.send?.(`http://127.0.0.1:${await listenLocally(server)}`)
