/** What one call costs: processor time of the server and of PostgreSQL in microseconds, and bytes of the reply's body. */
export type Cost = {
  name: string
  isCached: boolean
  server: number
  database: number
  /** As browsers ask for it: compressed. */
  bytes: number
}

export type CostFigures = {
  costs: Cost[]
  /** The connections to PostgreSQL that one server held during the load. */
  connections: number
  /** Resident memory of the server after the load, in MB. */
  megabytes: number
  /** The size of the database in MB. */
  databaseMegabytes: number
}
