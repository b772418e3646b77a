declare module '../database/schema.ts' {
  interface Schema {
    /** Written by triggers (`0140-watched-tables.sql`), removed after minutes. */
    liveChanges: {
      transaction: string
      tableName: string
      personId: string | null
      changedAt: Date
    }
  }
}
