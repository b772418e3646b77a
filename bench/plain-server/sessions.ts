import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type pg from 'pg'

/** How long a session is cached. The product reads it at every call. */
const CACHE_MS = 10_000

export type SignedIn = { id: string; email: string; role: string }

const cookieOf = (token: string) => `session=${token}`

/** Sessions in the table of the product, cached. */
export function createSessions(pool: pg.Pool) {
  const cache = new Map<string, { user: SignedIn; until: number }>()

  return {
    /** The user of a session cookie, or null. */
    async findUser(cookie: string | undefined): Promise<SignedIn | null> {
      const token = cookie?.slice(cookieOf('').length) ?? ''
      const cached = cache.get(token)
      if (cached && cached.until > Date.now()) return cached.user
      const { rows } = await pool.query<SignedIn>({
        name: 'session',
        text: `select users.id, email, role from sessions join users on users.id = user_id
               where token = $1 and expires_at > now()`,
        values: [token],
      })
      const user = rows[0] ?? null
      if (user) cache.set(token, { user, until: Date.now() + CACHE_MS })
      return user
    },

    /** Signs in. @returns the cookie, null when the password is wrong */
    async begin(email: string, password: string): Promise<string | null> {
      const { rows } = await pool.query<{ id: string; hash: string }>({
        name: 'password',
        text: `select users.id, password as hash from users join credentials on user_id = users.id
               where email = $1`,
        values: [email],
      })
      const found = rows[0]
      if (!found || !(await verify(found.hash, password))) return null
      const token = randomBytes(32).toString('base64url')
      await pool.query({
        name: 'new-session',
        text: `insert into sessions (user_id, token, expires_at) values ($1, $2, now() + interval '30 days')`,
        values: [found.id, token],
      })
      return cookieOf(token)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
