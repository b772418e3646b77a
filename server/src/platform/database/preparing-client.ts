import pg from 'pg'

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
 * PostgreSQL reports this when a table has changed since a statement on it was prepared, because a newer server has
 * migrated. The code is shared by all unsupported features and the message is translated, so the routine is compared.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * Creates the client class of one pool, which prepares each statement once per connection. Parsing and planning are half
 * of the cost of short statements.
 */
export function createPreparingClient(): typeof pg.Client {
  const statementName = createStatementNames()
  return class PreparingClient extends pg.Client {
    // `query` has seven signatures. Two of them take a text with values: with and without a callback.
    override query = ((first: unknown, values?: unknown, done?: unknown) => {
      const query = super.query as (...args: unknown[]) => unknown
      // A text without values may contain several statements, which cannot be prepared.
      const isPreparable = typeof first === 'string' && Array.isArray(values) && values.length > 0
      if (!isPreparable) return query.call(this, first, values, done)
      const prepared = { name: statementName(first), text: first, values }
      if (typeof done === 'function')
        return query.call(this, prepared, (error: unknown, result: unknown) => {
          this.#endIfOutdated(error)
          done(error, result)
        })
      return (query.call(this, prepared) as Promise<unknown>).catch(error => {
        this.#endIfOutdated(error)
        throw error
      })
    }) as pg.Client['query']

    /** The pool replaces the connection, and the new one prepares the statements again. */
    #endIfOutdated(error: unknown) {
      if (isOutdatedPlan(error)) void this.end()
    }
  }
}
