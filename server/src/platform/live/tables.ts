declare module '../database/schema.ts' {
  interface Schema {
    /** Written by triggers (migration 0043), removed after minutes. */
    liveChanges: {
      transaction: string
      tableName: string
      personId: string | null
      changedAt: Date
    }
  }
}
