import type pg from 'pg'

/** One round tells as long as nobody else uses the pooler; several also tell while others do. */
const ROUNDS = 5

/**
 * Refuses a connection pooler that gives every transaction another session of PostgreSQL. Sessions cannot change their
 * process while they are open, and two of them cannot have the same one, so either is a proof.
 * @throws an error that says what to do
 */
export async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const second = await pool.connect()
    try {
      if (await haveOwnSessions([first, second])) return
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
  throw new Error(
    'DATABASE_URL leads to a connection pooler in transaction mode, in which background jobs are not announced and ' +
      'migrations are not safe. Set pool_mode = session in PgBouncer, or connect to PostgreSQL directly.',
  )
}

/** Whether each connection has a session of PostgreSQL to itself. */
export async function haveOwnSessions(clients: Pick<pg.ClientBase, 'query'>[]): Promise<boolean> {
  const sessions = clients.map(() => new Set<string>())
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, client] of clients.entries()) sessions[index]?.add(await sessionOf(client))
  const all = sessions.flatMap(set => [...set])
  return all.length === clients.length && new Set(all).size === all.length
}

async function sessionOf(client: Pick<pg.ClientBase, 'query'>) {
  // The start time tells the processes of two machines apart.
  const { rows } = await client.query<{ session: string }>(
    `select pg_backend_pid() || ' ' || pg_postmaster_start_time() as session`,
  )
  return rows[0]?.session ?? ''
}
