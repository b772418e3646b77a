declare module '../database/schema.ts' {
  interface Schema {
    /** Written by triggers (`0110-changes.sql`), removed after minutes. */
    liveChanges: {
      transaction: string
      tableName: string
      personId: string | null
      changedAt: Date
    }
  }
}
