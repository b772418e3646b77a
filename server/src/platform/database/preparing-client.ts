import pg from 'pg'

/** PostgreSQL keeps each of them on each connection; the product has fewer, most of them filters of admins' lists. */
const MAX_PREPARED_STATEMENTS = 200

/** Gives the name under which a statement is prepared; without one it is read and planned at every call. */
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
 * What PostgreSQL says when a table has changed since a statement on it was prepared: a newer server migrated. The code
 * is that of all which it does not support; the words are in its own language.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * The connections of one pool: they prepare each statement once, as for short ones reading and planning is half of what
 * they cost.
 */
export function createPreparingClient(): typeof pg.Client {
  const statementName = createStatementNames()
  return class PreparingClient extends pg.Client {
    // The driver has seven ways to call it; of a text with values there are two, with and without a callback.
    override query = ((first: unknown, values?: unknown, done?: unknown) => {
      const query = super.query as (...args: unknown[]) => unknown
      // Without values it may be several statements in one, which cannot be prepared.
      const isOne = typeof first === 'string' && Array.isArray(values) && values.length > 0
      if (!isOne) return query.call(this, first, values, done)
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

    /** The pool replaces it by a connection that prepares anew. */
    #endIfOutdated(error: unknown) {
      if (isOutdatedPlan(error)) void this.end()
    }
  }
}
