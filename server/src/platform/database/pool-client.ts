import pg from 'pg'
import { isConnectionUnusable } from './outage.ts'

/**
 * PostgreSQL stores each prepared statement on each connection. The product has fewer statements than this; most are
 * combinations of list filters.
 */
const MAX_PREPARED_STATEMENTS = 200

/** Returns the name under which a statement is prepared; undefined if it is parsed and planned at every call. */
function createStatementNames() {
  const names = new Map<string, string>()
  return (text: string) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
    const name = `statement_${names.size}`
    names.set(text, name)
    return name
  }
}

/**
 * Creates the client class of one pool. It prepares each statement once per connection, because parsing and planning are
 * half of the cost of short statements. It breaks its connection after an error that the next query would meet as well;
 * the pool then replaces it.
 */
export function createPoolClient(): typeof pg.Client {
  const statementName = createStatementNames()
  return class PoolClient extends pg.Client {
    // `query` has seven signatures. Two of them take a text with values: with and without a callback.
    override query = ((first: unknown, values?: unknown, done?: unknown) => {
      const query = super.query as (...args: unknown[]) => unknown
      // A COPY stream handles its own errors.
      if (typeof first === 'object' && first !== null && 'submit' in first)
        return query.call(this, first, values, done)
      // A text without values may contain several statements, which cannot be prepared.
      const isPreparable = typeof first === 'string' && Array.isArray(values) && values.length > 0
      const args = isPreparable ? [{ name: statementName(first), text: first, values }] : [first, values]
      const callback = [values, done].find(argument => typeof argument === 'function')
      if (callback)
        return query.call(
          this,
          ...args.filter(argument => argument !== callback),
          (error: unknown, result: unknown) => {
            this.#breakIfUnusable(error)
            callback(error, result)
          },
        )
      return (query.call(this, ...args) as Promise<unknown>).catch(error => {
        this.#breakIfUnusable(error)
        throw error
      })
    }) as pg.Client['query']

    #breakIfUnusable(error: unknown) {
      if (error instanceof Error && isConnectionUnusable(error)) breakConnection(this, error)
    }
  }
}

/** Breaks a connection at once, also one on which a query waits: that query, and all further ones, fail with `error`. */
export function breakConnection(client: pg.ClientBase, error: Error): void {
  if (client instanceof pg.Client) client.connection.stream.destroy(error)
}
